// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import org.HdrHistogram.Histogram;

/**
 * The counts of a run. Requests that end in the measured time count; failures of the whole run have a count of their
 * own.
 */
public final class RunCounts {

    /** Longest time that is told apart, microseconds. */
    private static final long LONGEST_US = 3_600_000_000L;

    private static final int MOST_PERIODS = 600;
    private static final long SECOND_NS = 1_000_000_000L;

    private final long fromNs;
    private final long untilNs;
    private final Histogram latenciesUs = new Histogram(LONGEST_US, 3);
    private final long periodNs;
    private final int[][] completedByPeriod;
    private final int[] failedByPeriod;
    private final long[] completed;
    private final long[] failed;
    private final double[] spentNs;
    private double latencySumNs;
    private long succeeded;
    private long failures;
    private long failuresEver;
    private long sessionsDone;
    private long sessionsBroken;
    private long sessionsRefused;

    RunCounts(int nodes, long fromNs, long untilNs, long endNs) {
        this.fromNs = fromNs;
        this.untilNs = untilNs;
        periodNs = Math.max(SECOND_NS, endNs / MOST_PERIODS + 1);
        int periods = (int) (endNs / periodNs) + 1;
        completedByPeriod = new int[nodes][periods];
        failedByPeriod = new int[periods];
        completed = new long[nodes];
        failed = new long[nodes];
        spentNs = new double[nodes];
    }

    /** @param slot slot of the node; -1 for a request that no node was given */
    void ended(int slot, boolean success, long latencyNs, long nowNs) {
        int period = (int) (nowNs / periodNs);
        boolean measured = nowNs >= fromNs && nowNs < untilNs;
        if (success) {
            completedByPeriod[slot][period]++;
            if (measured) {
                succeeded++;
                completed[slot]++;
                latencySumNs += latencyNs;
                spentNs[slot] += latencyNs;
                latenciesUs.recordValue(Math.min(LONGEST_US, (latencyNs + 500) / 1000));
            }
        } else {
            failedByPeriod[period]++;
            failuresEver++;
            if (measured) {
                failures++;
                if (slot >= 0) {
                    failed[slot]++;
                }
            }
        }
    }

    /** A session was refused with its first request, which failed so. */
    void refused(long nowNs) {
        failedByPeriod[(int) (nowNs / periodNs)]++;
        failuresEver++;
        if (nowNs >= fromNs && nowNs < untilNs) {
            failures++;
            sessionsRefused++;
        }
    }

    void sessionEnded(boolean success, long nowNs) {
        if (nowNs >= fromNs && nowNs < untilNs) {
            sessionsDone += success ? 1 : 0;
            sessionsBroken += success ? 0 : 1;
        }
    }

    /** Requests that were answered while it was measured. */
    public long succeeded() {
        return succeeded;
    }

    /** Requests that failed while it was measured. */
    public long failures() {
        return failures;
    }

    /** Requests that failed at any time of the run. */
    public long failuresEver() {
        return failuresEver;
    }

    /** Sessions that came to their end while it was measured. */
    public long sessionsDone() {
        return sessionsDone;
    }

    /** Sessions that broke while it was measured. */
    public long sessionsBroken() {
        return sessionsBroken;
    }

    /** Sessions that were refused at their beginning while it was measured. */
    public long sessionsRefused() {
        return sessionsRefused;
    }

    /** Length of the time that is measured, seconds. */
    public double measuredS() {
        return (untilNs - fromNs) / 1e9;
    }

    /** Mean time of answered requests, milliseconds; NaN when there was none. */
    public double meanMs() {
        return latencySumNs / succeeded / 1e6;
    }

    /** Times of answered requests, microseconds. */
    public Histogram latenciesUs() {
        return latenciesUs;
    }

    /** Requests that a node answered. */
    public long completed(int slot) {
        return completed[slot];
    }

    /** Requests that a node refused or failed. */
    public long failed(int slot) {
        return failed[slot];
    }

    /** Mean time of the requests that a node answered, milliseconds; NaN when there was none. */
    public double meanMs(int slot) {
        return spentNs[slot] / completed[slot] / 1e6;
    }

    /** Length of a period of the series, seconds. */
    public double periodS() {
        return periodNs / 1e9;
    }

    /** Answered requests of a node by period. */
    public int[] completedByPeriod(int slot) {
        return completedByPeriod[slot].clone();
    }

    /** Failed requests by period. */
    public int[] failedByPeriod() {
        return failedByPeriod.clone();
    }
}
