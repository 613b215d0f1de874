// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

/**
 * The moments of samples, so that a sample is young when an answer carries it.
 *
 * <p>On a busy server an answer carries each sample at once, and they come an interval apart. On one with little to do
 * a sample waits for an answer, and would be up to an interval old when it leaves: then the next one comes after half
 * an interval. So it does after a sample that was carried, too, for as long as no more of them are carried than there
 * are intervals.
 *
 * <p>Times are those of {@link System#nanoTime}. Threads: the sampling thread.
 */
final class SampleTiming {

    private final long intervalNs;
    private long beganNs;
    private boolean counted;

    /** The end of the intervals that samples which were carried have taken up, one each. */
    private long takenUpNs;

    /** @param intervalNs mean time between two samples that answers carry, at least */
    SampleTiming(long intervalNs, long nowNs) {
        this.intervalNs = intervalNs;
        beganNs = nowNs;
        takenUpNs = nowNs;
    }

    /** A sample is taken. */
    void began(long nowNs) {
        beganNs = nowNs;
        counted = false;
    }

    /**
     * The moment of the next sample as things are.
     *
     * @param waits true while no answer has carried the last one
     */
    long dueNs(boolean waits) {
        long halfNs = beganNs + intervalNs / 2;
        if (waits) {
            return halfNs;
        }
        if (!counted) {
            counted = true;
            takenUpNs = Math.max(takenUpNs, beganNs) + intervalNs;
        }
        return Math.max(halfNs, takenUpNs - intervalNs);
    }
}
