// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The share of the cache's memory that packed content has, found by trying: it moves a step on while the time that the
 * cache saves grows, and turns round when that falls. Any thread.
 */
public final class TierShare {

    /**
     * The system property with a share of packed answers that stays, 0.0 to 1.0, in the place of the one that is found;
     * 0 packs nothing. For experiments, and read when a dispatcher starts.
     */
    public static final String PROPERTY = "evenkeel.cache.packed-share";

    /** The share before the first step. */
    public static final double FIRST = 0.25;

    private static final double STEP = 0.05;
    private static final double LEAST = 0.05;
    private static final double MOST = 0.8;

    /** Look-ups between two steps. */
    private static final int LOOKUPS = 4096;

    private final AtomicLong lookups = new AtomicLong();
    private final boolean stays;
    private long countedPlain;
    private long countedPacked;
    private double share;
    private double direction = STEP;
    private double lastGain = -1;

    /**
     * @param fixed a share that stays, 0.0 to 1.0; null for one that is found
     */
    public TierShare(@Nullable Double fixed) {
        stays = fixed != null;
        share = fixed == null ? FIRST : fixed;
    }

    /**
     * A share that stays, as {@link #PROPERTY} says it.
     *
     * @throws IllegalStateException when it is no number from 0.0 to 1.0, with a sentence
     */
    public static double parse(String fixed) {
        double share;
        try {
            share = Double.parseDouble(fixed);
        } catch (NumberFormatException e) {
            share = Double.NaN;
        }
        if (share >= 0 && share <= 1) {
            return share;
        }
        throw new IllegalStateException(PROPERTY + " is '" + fixed + "' and must be a number from 0.0 to 1.0");
    }

    /** The share now. */
    public synchronized double share() {
        return share;
    }

    /** The share that stays, or else the one given. */
    public synchronized double orElse(double found) {
        return stays ? share : found;
    }

    /** Counts a look-up; true when it is time for {@link #next(long, long, double, double)}. */
    public boolean looked() {
        return lookups.incrementAndGet() % LOOKUPS == 0;
    }

    /**
     * Moves the share by what look-ups have found since the last step, and says it.
     *
     * @param plainHits look-ups that found answers which are not packed, since the start
     * @param packedHits those that found packed ones
     * @param fetchNs the mean time to fetch an answer
     * @param unpackNs the mean time to unpack one
     */
    public synchronized double next(long plainHits, long packedHits, double fetchNs, double unpackNs) {
        double gain = gain(plainHits - countedPlain, packedHits - countedPacked, LOOKUPS, fetchNs, unpackNs);
        countedPlain = plainHits;
        countedPacked = packedHits;
        return next(gain);
    }

    /**
     * Moves the share by what was saved since the last step. While nothing is saved, nothing can be learned, and it
     * stays: each move drops answers.
     *
     * @param gain saved time for each look-up, in any unit
     */
    synchronized double next(double gain) {
        if (stays || (gain == 0 && lastGain <= 0)) {
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
