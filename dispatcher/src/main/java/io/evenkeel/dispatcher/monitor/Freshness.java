// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

/**
 * Finds the newest of a node's samples, and the time by our clock at which it was taken.
 *
 * <p>Order is by the producer's start and number. A producer that started later wins at once; one that started earlier
 * only after the present one has said nothing new for ten seconds, so that a restart with a clock set back is not
 * ignored for good; the same holds for a lower number, as of a process that was restored from a snapshot. Samples
 * without numbers, as other people's servers send them, come in the order in which they arrive.
 *
 * <p>Age: clocks of two machines have nothing to do with each other, but the difference between our time of arrival and
 * the producer's time of taking is least for the sample that was under way the shortest. What another sample has above
 * the least difference of the last one to two minutes is counted as its age on arrival. So the shortest way counts as
 * no time, a delayed sample is seen to be old, and clocks may drift apart. Where the producer tells no clock, a sample
 * is as old as its arrival.
 *
 * <p>One thread at a time; nothing allocates.
 */
final class Freshness {

    enum FreshnessVerdict {
        NEWER,
        /** The very one that is known already. */
        SAME,
        OLDER,
        /** Numbered as newer, but taken before the last one by the producer's own clock. */
        BACKWARDS
    }

    private static final long TAKEOVER_NS = 10_000_000_000L;
    private static final long WINDOW_NS = 60_000_000_000L;
    private static final long NS_PER_MS = 1_000_000;

    /** Clocks that are being set right may step back a little. */
    private static final long TOLERATED_MS = 1_000;

    private static final long MOST_DELAY_MS = 86_400_000;

    private boolean any;
    private long epochMs;
    private long sequence;
    private long clockMs;
    private long movedNs;

    private boolean measured;
    private long leastMs;
    private long leastBeforeMs;
    private long windowNs;

    /** Judges a sample by its head and, unless it is older or the same, remembers it. */
    FreshnessVerdict offer(long newEpochMs, long newSequence, long newClockMs, long nowNs) {
        boolean numbered = newEpochMs != 0 || newSequence != 0;
        if (any && numbered) {
            if (newEpochMs < epochMs && nowNs - movedNs < TAKEOVER_NS) {
                return FreshnessVerdict.OLDER;
            }
            if (newEpochMs == epochMs && newSequence == sequence) {
                return FreshnessVerdict.SAME;
            }
            if (newEpochMs == epochMs && newSequence < sequence && nowNs - movedNs < TAKEOVER_NS) {
                return FreshnessVerdict.OLDER;
            }
        }
        boolean otherProducer = newEpochMs != epochMs;
        boolean backwards = any && !otherProducer && newClockMs != 0 && newClockMs < clockMs - TOLERATED_MS;
        if (otherProducer || backwards) {
            measured = false;
        }
        any = true;
        epochMs = newEpochMs;
        sequence = newSequence;
        clockMs = newClockMs;
        movedNs = nowNs;
        return backwards ? FreshnessVerdict.BACKWARDS : FreshnessVerdict.NEWER;
    }

    /** The time by our clock at which the sample that was just {@link FreshnessVerdict#NEWER} was taken. */
    long takenNs(long nowNs) {
        if (clockMs == 0) {
            return nowNs;
        }
        long differenceMs = nowNs / NS_PER_MS - clockMs;
        if (!measured) {
            measured = true;
            leastMs = differenceMs;
            leastBeforeMs = differenceMs;
            windowNs = nowNs;
        } else if (nowNs - windowNs >= WINDOW_NS) {
            leastBeforeMs = leastMs;
            leastMs = differenceMs;
            windowNs = nowNs;
        }
        leastMs = Math.min(leastMs, differenceMs);
        long delayMs = differenceMs - Math.min(leastMs, leastBeforeMs);
        return nowNs - Math.min(delayMs, MOST_DELAY_MS) * NS_PER_MS;
    }

    /** Time since a sample with a new number came. */
    long sinceMovedNs(long nowNs) {
        return any ? nowNs - movedNs : Long.MAX_VALUE;
    }

    /** The number of the newest sample; 0 when its producer does not count. */
    long sequence() {
        return sequence;
    }

    /** The start of the present producer, by its clock; 0 when it does not say. */
    long epochMs() {
        return epochMs;
    }
}
