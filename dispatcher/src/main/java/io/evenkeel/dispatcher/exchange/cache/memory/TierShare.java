// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

/**
 * The share of the cache's memory that packed content has, found by trying: it moves a step on while the time that the
 * cache saves grows, and turns round when that falls. Threads: one at a time.
 */
final class TierShare {

    static final double FIRST = 0.25;
    private static final double STEP = 0.05;
    private static final double LEAST = 0.05;
    private static final double MOST = 0.6;

    private double share = FIRST;
    private double direction = STEP;
    private double lastGain = -1;

    double share() {
        return share;
    }

    /**
     * Moves the share by what was saved since the last step.
     *
     * @param gain saved time for each look-up, in any unit
     */
    double next(double gain) {
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
