// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.config.tls.Authorities;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** TLS towards receivers whose authorities are in a file. */
final class Trusted {

    private Trusted() {}

    /** @throws DeliveryException when the file cannot be read any more */
    static SSLContext by(Path ca) throws DeliveryException {
        try (InputStream in = Files.newInputStream(ca)) {
            List<X509Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Authorities(certificates, ca.toString())}, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new DeliveryException("the authorities of " + ca + " cannot be read: " + e.getMessage(), true, e);
        }
    }
}
