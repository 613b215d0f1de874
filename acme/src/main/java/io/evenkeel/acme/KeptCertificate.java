// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.certificate.Certifier.Wanted;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One certificate that is kept. The thread of {@link Renewals#step} writes it; reading is for any thread. */
final class KeptCertificate {
    volatile Wanted wanted;
    volatile Identity shown;
    volatile boolean selfMade;
    volatile IssueTries tries;

    /** The reason for which the file cannot be read; null when it can, or is not there. */
    volatile @Nullable String unread;

    Instant readAt = Instant.EPOCH;

    /** The certificate that was issued and could not be written to its file; null when all is there. */
    @Nullable
    Identity unkept;

    Instant keptAt = Instant.EPOCH;
    final AtomicLong issued = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    volatile @Nullable RenewalWindow window;
    Instant windowAt = Instant.EPOCH;

    KeptCertificate(Wanted wanted, Identity shown, boolean selfMade, IssueTries tries) {
        this.wanted = wanted;
        this.shown = shown;
        this.selfMade = selfMade;
        this.tries = tries;
    }

    /** The time for which the next certificate is planned, whatever has failed. */
    Instant planned() {
        return selfMade ? Instant.EPOCH : RenewalTime.of(shown.certificate(), window);
    }

    Instant next(Instant now) {
        if (unread != null) {
            return now.plus(Renewals.LONGEST_SLEEP);
        }
        Instant earliest = tries.earliest(now);
        Instant planned = planned();
        return planned.isAfter(earliest) ? planned : earliest;
    }
}
