// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The moment at which a certificate is renewed: at two thirds of its life, or in the window that its authority
 * suggests.
 *
 * <p>Certificates that were issued together are renewed apart: each has a chance of its own, which follows from its
 * signature, so that a restart changes nothing.
 */
final class RenewalTime {

    /** The part of the life over which two thirds are spread. */
    private static final double SPREAD = 1.0 / 20;

    private static final double DUE = 2.0 / 3;

    /** No suggestion is followed beyond it. */
    private static final double LAST = 9.0 / 10;

    /** No suggestion is followed before it, so that a wrong one makes no burst. */
    private static final Duration SOONEST = Duration.ofHours(1);

    private static final double CRC_VALUES = 1L << 32;

    private RenewalTime() {}

    /** @param window the authority's suggestion; null for none */
    static Instant of(X509Certificate certificate, @Nullable RenewalWindow window) {
        Instant begin = certificate.getNotBefore().toInstant();
        Duration life = Duration.between(begin, certificate.getNotAfter().toInstant());
        double chance = chance(certificate);
        if (window == null || window.to().isBefore(window.from())) {
            return begin.plus(part(life, DUE + (chance - 0.5) * SPREAD));
        }
        Instant chosen = window.from().plus(part(Duration.between(window.from(), window.to()), chance));
        Duration tenth = life.dividedBy(10);
        Instant first = begin.plus(tenth.compareTo(SOONEST) < 0 ? tenth : SOONEST);
        Instant last = begin.plus(part(life, LAST));
        return chosen.isBefore(first) ? first : chosen.isAfter(last) ? last : chosen;
    }

    private static Duration part(Duration whole, double share) {
        return Duration.ofMillis((long) (whole.toMillis() * share));
    }

    /** A number from 0.0 to 1.0, the same for the same certificate. */
    static double chance(X509Certificate certificate) {
        CRC32 crc = new CRC32();
        crc.update(certificate.getSignature());
        return crc.getValue() / CRC_VALUES;
    }
}
