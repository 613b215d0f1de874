// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

/**
 * What a node answers to the agent check of HAProxy: one line of ASCII.
 *
 * <p>{@code up ready 75%} says that three quarters of the node are free. What is free is 100 % less the greatest of these that are there:
 * the share of the time at work, worker threads at work, places taken in the queue, JDBC connections in use, and CPU used. It is one of
 * them that ends first, so a mean would hide it. A node of which nothing is free, whose queue is full, where threads wait
 * for JDBC connections, or whose heap is above 93 % after a collection, says 1 %: 0 would mean drain, and would keep known sessions off as well. Of a node of
 * which none is known nothing is said, and HAProxy leaves its weight alone.
 *
 * <p>A draining node says {@code drain}. It never says {@code down}: whether it answers is for the health check to find out, and only
 * an agent that still runs could take it back. Nor {@code maxconn}, which would have to be divided by the number of balancers.
 */
public final class AgentCheck {

    private static final Metric[] LOADS = {
        Metric.RQST_UTILIZATION_PERCENT,
        Metric.AMX_CONNS_Q_THRBSY_PERCENT,
        Metric.AMX_CONNS_Q_USED_PERCENT,
        Metric.AMX_JDBC_ACTC_PERCENT,
        Metric.OS_CPU_USED_PERCENT
    };

    /** Heap after a collection at which headroom, too, gives a node nothing more. */
    private static final double HEAP_FULL_PERCENT = 93;

    private AgentCheck() {}

    /** The line, with its end. */
    public static String line(NodeSample sample, boolean draining) {
        if (draining) {
            return "drain\n";
        }
        double used = Double.NaN;
        for (Metric metric : LOADS) {
            if (sample.has(metric)) {
                used = Double.isNaN(used) ? sample.value(metric) : Math.max(used, sample.value(metric));
            }
        }
        boolean full = sample.value(Metric.JVM_HEAP_LIVE_PERCENT) > HEAP_FULL_PERCENT
                || sample.value(Metric.AMX_JDBC_WAIT) > 0
                || sample.value(Metric.AMX_CONNS_Q_USED_PERCENT) >= 100;
        if (Double.isNaN(used) && !full) {
            return "up ready\n";
        }
        long free = full ? 1 : Math.max(1, Math.round(100 - used));
        return "up ready " + free + "%\n";
    }
}
