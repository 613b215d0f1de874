// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import io.evenkeel.config.tls.ClientCertificates;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.X509CertSelector;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The judge of clients' certificates: the authorities of the settings, and their lists of what they have revoked. */
final class ClientTrust {

    private static final String PKIX = "PKIX";

    private ClientTrust() {}

    /**
     * The judge for settings that name authorities. With lists of revoked certificates, one whose issuer has no list,
     * or none that is in date, is refused. Nothing is fetched.
     *
     * @throws IOException when Java cannot use them, with the reason
     */
    static X509ExtendedTrustManager of(ClientCertificates clients) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < clients.authorities().size(); i++) {
                store.setCertificateEntry(
                        "authority-" + i, clients.authorities().get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(PKIX);
            if (clients.revoked().isEmpty()) {
                factory.init(store);
            } else {
                factory.init(new CertPathTrustManagerParameters(withRevocation(store, clients)));
            }
            for (TrustManager each : factory.getTrustManagers()) {
                if (each instanceof X509ExtendedTrustManager found) {
                    return found;
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("the authorities of clients cannot be used: " + e.getMessage(), e);
        }
        throw new IOException("this Java has no judge of certificates");
    }

    private static PKIXBuilderParameters withRevocation(KeyStore store, ClientCertificates clients)
            throws GeneralSecurityException {
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(store, new X509CertSelector());
        parameters.addCertStore(
                CertStore.getInstance("Collection", new CollectionCertStoreParameters(clients.revoked())));
        PKIXRevocationChecker checker =
                (PKIXRevocationChecker) CertPathBuilder.getInstance(PKIX).getRevocationChecker();
        checker.setOptions(Set.of(
                PKIXRevocationChecker.Option.PREFER_CRLS,
                PKIXRevocationChecker.Option.NO_FALLBACK,
                PKIXRevocationChecker.Option.ONLY_END_ENTITY));
        parameters.addCertPathChecker(checker);
        return parameters;
    }
}
