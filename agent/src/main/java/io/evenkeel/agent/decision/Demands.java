// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.decision;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;

/**
 * The demand of a request for processors and JDBC connections, by the utilisation law and Little's law: busy time over
 * completions.
 *
 * <p>Both sums fade with a time constant of 2 s of working time. Time in which no request was there does not count,
 * because the idle server's own work would be charged to the last request. For one thread; no garbage.
 */
final class Demands {

    private static final double FADE_NS = 2e9;

    /**
     * Fewer requests than this, faded, say nothing: below some 3 a second what the server does for itself would be most
     * of what is charged to them.
     */
    private static final double LEAST_REQUESTS = 5;

    private double requests;
    private double processorNs;
    private double connectionNs;
    private boolean processorKnown;
    private boolean connectionsKnown;
    private double throughput = Double.NaN;

    private boolean begun;
    private long lastNs;
    private double lastTotal = Double.NaN;

    void add(NodeSample sample, long nowNs) {
        double spanNs = nowNs - lastNs;
        double total = sample.value(Metric.AMX_RQST_TOTAL);
        if (begun && spanNs > 0) {
            double counted = Math.max(0, total - lastTotal);
            double probed = sample.value(Metric.RQST_THROUGHPUT) * spanNs / 1e9;
            fade(sample, spanNs, more(counted, probed));
        }
        begun = true;
        lastNs = nowNs;
        lastTotal = total;
    }

    private void fade(NodeSample sample, double spanNs, double ended) {
        if (Double.isNaN(ended)) {
            return;
        }
        double keep = Math.exp(-spanNs / FADE_NS);
        double perSecond = ended * 1e9 / spanNs;
        throughput = Double.isNaN(throughput) ? perSecond : throughput * keep + perSecond * (1 - keep);
        boolean working =
                ended > 0 || sample.value(Metric.RQST_IN_FLIGHT) > 0 || sample.value(Metric.AMX_CONNS_Q_THRBSY) > 0;
        if (!working) {
            return;
        }
        double cores = sample.value(Metric.JVM_CPU_USED_PERCENT) / 100 * sample.value(Metric.OS_CPU_LIMIT);
        double held = sample.value(Metric.AMX_JDBC_ACTC);
        requests = requests * keep + ended;
        processorNs = processorNs * keep + (Double.isNaN(cores) ? 0 : cores * spanNs);
        processorKnown |= !Double.isNaN(cores);
        connectionNs = connectionNs * keep + (Double.isNaN(held) ? 0 : held * spanNs);
        connectionsKnown |= !Double.isNaN(held);
    }

    /**
     * The greater of what is known: a server whose statistics are off counts nothing, and probes see their own
     * applications only.
     */
    private static double more(double counted, double probed) {
        if (Double.isNaN(counted)) {
            return probed;
        }
        return Double.isNaN(probed) ? counted : Math.max(counted, probed);
    }

    /** Requests that end in a second; NaN when they are not counted. */
    double throughput() {
        return throughput;
    }

    /** Processor time of a request; NaN when unknown. */
    double processorMs() {
        return requests < LEAST_REQUESTS || !processorKnown ? Double.NaN : processorNs / requests / 1e6;
    }

    /** The time for which a request holds JDBC connections; NaN when unknown. */
    double connectionMs() {
        return requests < LEAST_REQUESTS || !connectionsKnown ? Double.NaN : connectionNs / requests / 1e6;
    }
}
