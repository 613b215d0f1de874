// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

/**
 * The moment when the next sample is due, so that it is new when an answer may carry it.
 *
 * <p>Answers carry a report at most every 100 ms, and samples are taken every 100 ms or more rarely. Left to
 * themselves the two drift against each other, and a report is up to 100 ms old when it leaves. So, once a sample's
 * report was carried, the next sample is taken just before the next report may be.
 */
final class Beat {

    private Beat() {}

    /**
     * The moment of the next sample, {@link System#nanoTime} as all here.
     *
     * @param beganNs when the last one was begun
     * @param tookNs how long it took
     * @param intervalNs shortest time between two samples
     * @param carriedNs when an answer last carried a report
     */
    static long dueNs(long beganNs, long tookNs, long intervalNs, long carriedNs) {
        long earliestNs = beganNs + intervalNs;
        boolean carried = carriedNs - beganNs > 0;
        long carriableNs = carriedNs + Agent.BETWEEN_REPORTS_NS - tookNs;
        return carried && carriableNs - earliestNs > 0 ? carriableNs : earliestNs;
    }
}
