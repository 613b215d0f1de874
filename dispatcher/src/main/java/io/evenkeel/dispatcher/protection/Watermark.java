// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The level of a resource by the share of it that is used. It rises at two marks and falls below a third one, which is
 * lower than both, so that a share that moves about a mark changes nothing.
 *
 * <p>Threads: one looks, any may read.
 */
final class Watermark {

    private final double pauseAt;
    private final double refuseAt;
    private final double resumeBelow;
    private volatile ProtectionLevel level = ProtectionLevel.FREE;
    private volatile double share;
    private final AtomicLong pauses = new AtomicLong();
    private volatile long sinceNs;

    /**
     * Marks in rising order: {@code resumeBelow}, {@code pauseAt}, {@code refuseAt}. Infinite ones are never reached.
     */
    Watermark(double resumeBelow, double pauseAt, double refuseAt) {
        this.pauseAt = pauseAt;
        this.refuseAt = refuseAt;
        this.resumeBelow = resumeBelow;
    }

    /** The marks for a limit: refusal begins half way from the limit to the whole; 1 is never reached. */
    static Watermark of(double limit) {
        return limit >= 1
                ? new Watermark(1, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new Watermark(0.95 * limit, limit, (1 + limit) / 2);
    }

    /** Takes note of the share at a moment; true when that changes the level. */
    boolean look(double newShare, long nowNs) {
        share = newShare;
        ProtectionLevel before = level;
        ProtectionLevel now = next(before, newShare);
        if (now == before) {
            return false;
        }
        if (before == ProtectionLevel.FREE) {
            pauses.incrementAndGet();
            sinceNs = nowNs;
        }
        level = now;
        return true;
    }

    private ProtectionLevel next(ProtectionLevel before, double now) {
        if (now >= refuseAt) {
            return ProtectionLevel.REFUSING;
        }
        if (now >= pauseAt) {
            return ProtectionLevel.PAUSED.compareTo(before) > 0 ? ProtectionLevel.PAUSED : before;
        }
        if (now < resumeBelow || before == ProtectionLevel.FREE) {
            return ProtectionLevel.FREE;
        }
        return ProtectionLevel.PAUSED;
    }

    ProtectionLevel level() {
        return level;
    }

    boolean isFree() {
        return level == ProtectionLevel.FREE;
    }

    double share() {
        return share;
    }

    double resumeBelow() {
        return resumeBelow;
    }

    double pauseAt() {
        return pauseAt;
    }

    double refuseAt() {
        return refuseAt;
    }

    /** The number of times that the level left {@link ProtectionLevel#FREE}. */
    long pauses() {
        return pauses.get();
    }

    /** The moment when it last did so. */
    long sinceNs() {
        return sinceNs;
    }
}
