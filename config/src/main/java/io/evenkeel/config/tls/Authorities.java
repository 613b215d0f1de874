// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities that are trusted to confirm a server, in the form that Java's TLS calls; a refusal gives its reason
 * in words. For any thread.
 */
public class Authorities extends X509ExtendedTrustManager {

    /** The faults of a server's certificate. */
    public enum Fault {
        EXPIRED,
        NOT_YET_VALID,
        OTHER_NAMES,
        NOBODY_VOUCHES
    }

    /** The reason for not trusting a server, in a sentence. */
    public static class UntrustedException extends CertificateException {

        private static final long serialVersionUID = 1L;

        private final Fault fault;

        public UntrustedException(Fault fault, String message, Throwable cause) {
            super(message, cause);
            this.fault = fault;
        }

        public Fault fault() {
            return fault;
        }
    }

    private final X509ExtendedTrustManager manager;
    private final String name;

    /**
     * Makes the set of trusted authorities.
     *
     * @param certificates of authorities, or of servers; null for those that this Java trusts
     * @param name their source, for messages
     * @throws IllegalStateException when this Java has no TLS
     */
    public Authorities(@Nullable List<X509Certificate> certificates, String name) {
        try {
            this.manager = manager(certificates);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
        this.name = name;
    }

    private static X509ExtendedTrustManager manager(@Nullable List<X509Certificate> certificates)
            throws GeneralSecurityException, IOException {
        KeyStore store = null;
        if (certificates != null) {
            store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < certificates.size(); i++) {
                store.setCertificateEntry("authority-" + i, certificates.get(i));
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager each : factory.getTrustManagers()) {
            if (each instanceof X509ExtendedTrustManager found) {
                return found;
            }
        }
        throw new GeneralSecurityException("no manager for X.509");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        try {
            manager.checkServerTrusted(chain, type, socket);
        } catch (CertificateException e) {
            throw refusal(chain, type, e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        try {
            manager.checkServerTrusted(chain, type, engine);
        } catch (CertificateException e) {
            throw refusal(chain, type, e);
        }
    }

    private UntrustedException refusal(X509Certificate[] chain, String type, CertificateException cause) {
        X509Certificate shown = chain[0];
        Instant now = Instant.now();
        Instant from = shown.getNotBefore().toInstant();
        Instant until = shown.getNotAfter().toInstant();
        if (now.isAfter(until)) {
            return new UntrustedException(
                    Fault.EXPIRED, "its certificate has expired on " + Identity.day(until), cause);
        } else if (now.isBefore(from)) {
            return new UntrustedException(
                    Fault.NOT_YET_VALID, "its certificate is not valid before " + Identity.day(from), cause);
        } else if (isVouchedFor(chain, type)) {
            return new UntrustedException(
                    Fault.OTHER_NAMES, "its certificate is for other names: " + CertificateNames.of(shown), cause);
        }
        String issuer = shown.getIssuerX500Principal().getName();
        return new UntrustedException(
                Fault.NOBODY_VOUCHES,
                "its certificate was issued by '" + issuer + "', which " + name + " does not vouch for",
                cause);
    }

    /** True when an authority confirms the chain; the name by which the server was reached is left out. */
    private boolean isVouchedFor(X509Certificate[] chain, String type) {
        try {
            manager.checkServerTrusted(chain, type);
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        try {
            manager.checkServerTrusted(chain, type);
        } catch (CertificateException e) {
            throw refusal(chain, type, e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        manager.checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        manager.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        manager.checkClientTrusted(chain, type, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return manager.getAcceptedIssuers();
    }
}
