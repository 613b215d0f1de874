// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;

/**
 * Finds the node that says it is idle while requests there wait without success: a server that hangs, or stands behind
 * a broken listener, with an agent in good health. A policy on reported load would send it everything.
 *
 * <p>A claim of idleness is contradicted when it was made for three seconds, a request was given to the node within the
 * first sample of that time, and no answer has begun since. Tunnels and slow clients do not count: their answers have
 * begun. After half a minute the node gets another chance, because one that is avoided could never prove itself. One
 * thread at a time.
 */
final class FalseIdleDetector {

    private static final long PATIENCE_NS = 3_000_000_000L;
    private static final long ENOUGH_NS = 33_000_000_000L;

    private boolean running;
    private long sinceNs;
    private long startedThen;

    /** True when the sample says that the node has nothing to do. */
    static boolean made(NodeSample sample) {
        if (sample.has(Metric.RQST_IN_FLIGHT)) {
            return sample.value(Metric.RQST_IN_FLIGHT) == 0;
        }
        return sample.value(Metric.AMX_CONNS_Q_THRBSY) == 0 && !(sample.value(Metric.AMX_CONNS_QD) > 0);
    }

    /** The sample did not claim it. */
    void notMade() {
        running = false;
    }

    /**
     * The sample claimed it.
     *
     * @param started requests given to the node since it joined, tunnels left out
     * @param answeredNs the moment when an answer of the node last began
     */
    boolean contradicted(long started, long answeredNs, long nowNs) {
        long forNs = nowNs - sinceNs;
        if (!running || started == startedThen || answeredNs - sinceNs >= 0 || forNs >= ENOUGH_NS) {
            running = true;
            sinceNs = nowNs;
            startedThen = started;
            return false;
        }
        return forNs >= PATIENCE_NS;
    }
}
