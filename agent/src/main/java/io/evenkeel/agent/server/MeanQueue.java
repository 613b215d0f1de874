// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.AMX_CONNS_QD;
import static io.evenkeel.wire.Metric.AMX_CONNS_QD_15MAVE;
import static io.evenkeel.wire.Metric.AMX_CONNS_QD_1MAVE;
import static io.evenkeel.wire.Metric.AMX_CONNS_QD_5MAVE;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;

/**
 * The mean length of the queue over the last 1, 5 and 15 minutes.
 *
 * <p>Decaying means like those of the load average: after one minute of a queue of 12, the first is 12 · (1 − 1/e).
 */
final class MeanQueue {

    private static final double NANOS_IN_MINUTE = 60e9;
    private static final Metric[] METRICS = {AMX_CONNS_QD_1MAVE, AMX_CONNS_QD_5MAVE, AMX_CONNS_QD_15MAVE};
    private static final int[] MINUTES = {1, 5, 15};

    private final double[] means = new double[MINUTES.length];
    private long lastNs;
    private boolean started;

    /** Takes the queue of this sample in, and sets the means. */
    void collect(NodeSample into, long nowNs) {
        if (!into.has(AMX_CONNS_QD)) {
            started = false;
            return;
        }
        double queued = into.value(AMX_CONNS_QD);
        for (int i = 0; i < means.length; i++) {
            double kept = started ? Math.exp((lastNs - nowNs) / (NANOS_IN_MINUTE * MINUTES[i])) : 0;
            means[i] = queued + kept * (means[i] - queued);
            into.set(METRICS[i], means[i]);
        }
        started = true;
        lastNs = nowNs;
    }
}
