// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

/**
 * The answer of a node to the agent check of HAProxy: one line of ASCII.
 *
 * <p>{@code up ready 75%} says that three quarters of the node are free. The free part is 100 % less the greatest known
 * figure of these: the share of the time at work, worker threads at work, places taken in the queue, JDBC connections
 * in use, and CPU used. One of them ends first, so a mean would hide it. A node says 1 % if nothing is free, its queue
 * is full, threads wait for JDBC connections, or its heap is above 93 % after a collection: 0 would mean drain, and
 * would keep known sessions off as well. A node with none of these figures says nothing of its free part, and HAProxy
 * leaves its weight alone.
 *
 * <p>A draining node says {@code drain}. It never says {@code down}: the health check finds out whether the node
 * answers, and only an agent that still runs could take {@code down} back. It never says {@code maxconn} either, which
 * would have to be divided by the number of balancers.
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
