// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.config.tls.ServerCertificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;

/**
 * A certificate of a listener.
 *
 * @param names the hosts that it is for, as text
 * @param kind {@code ec} or {@code rsa}
 * @param file that it was read from
 * @param begunMs wall clock from which it is valid
 * @param expiresMs wall clock until which it is valid
 */
public record CertificateView(String names, String kind, String file, long begunMs, long expiresMs) {

    /** The view of a certificate in force. */
    public static CertificateView of(ServerCertificate certificate) {
        X509Certificate own = certificate.identity().certificate();
        return new CertificateView(
                certificate.identity().names().toString(),
                own.getPublicKey() instanceof RSAPublicKey ? "rsa" : "ec",
                certificate.certificate().toString(),
                own.getNotBefore().toInstant().toEpochMilli(),
                own.getNotAfter().toInstant().toEpochMilli());
    }
}
