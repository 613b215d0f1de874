// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The share of the cache's memory that packed content has, found by trying: it moves a step on while the time that the
 * cache saves grows, and turns round when that falls. Any thread.
 */
final class TierShare {

    static final double FIRST = 0.25;
    private static final double STEP = 0.05;
    private static final double LEAST = 0.05;
    private static final double MOST = 0.6;

    /** Look-ups between two steps. */
    private static final int LOOKUPS = 4096;

    private final AtomicLong lookups = new AtomicLong();
    private final boolean stays;
    private long countedPlain;
    private long countedPacked;
    private double share;
    private double direction = STEP;
    private double lastGain = -1;

    TierShare() {
        this(null);
    }

    /**
     * @param fixed a share that stays, 0.0 to 1.0; null for one that is found
     */
    TierShare(@Nullable Double fixed) {
        stays = fixed != null;
        share = fixed == null ? FIRST : fixed;
    }

    /**
     * A share that stays, as {@link ContentCache#PACKED_SHARE} says it.
     *
     * @throws IllegalStateException when it is no number from 0.0 to 1.0, with a sentence
     */
    static double parse(String fixed) {
        double share;
        try {
            share = Double.parseDouble(fixed);
        } catch (NumberFormatException e) {
            share = Double.NaN;
        }
        if (share >= 0 && share <= 1) {
            return share;
        }
        throw new IllegalStateException(
                ContentCache.PACKED_SHARE + " is '" + fixed + "' and must be a number from 0.0 to 1.0");
    }

    synchronized double share() {
        return share;
    }

    /** The share that stays, or else the one given. */
    synchronized double orElse(double found) {
        return stays ? share : found;
    }

    /** Counts a look-up; true when it is time for {@link #next(CacheCounts)}. */
    boolean looked() {
        return lookups.incrementAndGet() % LOOKUPS == 0;
    }

    /** Moves the share by what look-ups have found since the last step. */
    synchronized double next(CacheCounts counts) {
        long plainHits = counts.plain.sum();
        long packedHits = counts.packed.sum();
        double gain = gain(
                plainHits - countedPlain,
                packedHits - countedPacked,
                LOOKUPS,
                counts.fetchMeanNs(),
                counts.unpackMeanNs());
        countedPlain = plainHits;
        countedPacked = packedHits;
        return next(gain);
    }

    /**
     * Moves the share by what was saved since the last step.
     *
     * @param gain saved time for each look-up, in any unit
     */
    synchronized double next(double gain) {
        if (stays) {
            return share;
        }
        if (gain < lastGain) {
            direction = -direction;
        }
        lastGain = gain;
        double wanted = share + direction;
        if (wanted < LEAST || wanted > MOST) {
            direction = -direction;
        }
        share = Math.min(MOST, Math.max(LEAST, wanted));
        return share;
    }

    /** The part of the time of a fetch that the cache has saved for each look-up. */
    static double gain(long plainHits, long packedHits, long lookups, double fetchNs, double unpackNs) {
        if (lookups == 0 || fetchNs <= 0) {
            return 0;
        }
        double unpacked = Math.max(0, fetchNs - unpackNs) / fetchNs;
        return (plainHits + packedHits * unpacked) / lookups;
    }
}
