// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.config.tls.ServerCertificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.util.concurrent.TimeUnit;

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

    /** No warning is due. */
    public static final long NOT_DUE = Long.MAX_VALUE;

    private static final long[] WARNING_DAYS = {0, 1, 7, 30};
    private static final int LIFE_SHARE = 3;

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

    /**
     * The last warning before expiry that has come, in days: 30, 7 or 1, and 0 when the certificate has expired;
     * {@link #NOT_DUE} before the first. A time that is more than a third of the certificate's life is left out,
     * because then nothing is late yet.
     */
    public long warning(long nowMs) {
        for (long days : WARNING_DAYS) {
            long ms = TimeUnit.DAYS.toMillis(days);
            boolean early = ms * LIFE_SHARE > expiresMs - begunMs;
            if (!early && expiresMs - nowMs <= ms) {
                return days;
            }
        }
        return NOT_DUE;
    }
}
