// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of an agent on its node, as far as the planner needs them; NaN is not known. Names are those of
 * docs/reference/metrics-of-a-node.md.
 *
 * @param demandMs {@code NODE_DEMAND}, R0
 * @param bottleneckMs {@code NODE_BOTTLENECK}, θ
 * @param processors {@code OS_CPU_LIMIT}
 * @param processorShare {@code JVM_CPU_USED%}, 0 to 1
 * @param jdbcBusy {@code AMX_JDBC_ACTC}
 * @param jdbcMost {@code AMX_JDBC_MAXC}
 * @param workers {@code AMX_CONNS_Q_THRDSMAX}
 * @param queue {@code AMX_CONNS_Q_MAXSIZE}
 * @param throughputPerSecond {@code RQST_THROUGHPUT}
 * @param responseMs {@code RQST_RESPONSE_TIME}
 */
public record AgentFigures(
        String node,
        double demandMs,
        double bottleneckMs,
        double processors,
        double processorShare,
        double jdbcBusy,
        double jdbcMost,
        double workers,
        double queue,
        double throughputPerSecond,
        double responseMs) {

    /** Below that, resources in use divided by requests are noise. */
    private static final double LEAST_THROUGHPUT = 1;

    /** True when the agent has told enough of it: R0 and θ. */
    public boolean isEnough() {
        return demandMs > 0 && bottleneckMs > 0;
    }

    /**
     * The node for the planner. θ and R0 are the agent's, over its time; the present use of each resource tells by the
     * utilisation law which of them θ belongs to. When that is not known either, the resource is called {@code cpu},
     * with k = R0/θ units.
     *
     * @param variation of the service times, which agents do not measure
     */
    public NodeKind kind(double variation) {
        int cores = (int) Math.max(1, Math.round(Double.isNaN(processors) ? 1 : processors));
        int pool = jdbcMost > 0 ? (int) jdbcMost : NodeKind.ANY;
        int threads = workers > 0 ? (int) workers : NodeKind.ANY;
        int waiting = threads == NodeKind.ANY || !(queue >= 0) ? NodeKind.ANY : (int) Math.min(1e6, queue);
        double cpuMs = perRequest(processors * processorShare);
        double jdbcMs = perRequest(jdbcBusy);
        if (demandMs / threads >= 0.95 * bottleneckMs && threads != NodeKind.ANY) {
            return node(Math.min(cpuMs, bottleneckMs * cores), cores, jdbcMs, pool, threads, waiting, variation);
        }
        double cpuBusyMs = cpuMs / cores;
        double jdbcBusyMs = pool == NodeKind.ANY ? 0 : jdbcMs / pool;
        if (cpuBusyMs == 0 && jdbcBusyMs == 0) {
            int units = (int) Math.max(1, Math.round(demandMs / bottleneckMs));
            return node(bottleneckMs * units, units, 0, NodeKind.ANY, threads, waiting, variation);
        }
        if (jdbcBusyMs > cpuBusyMs) {
            return node(cpuMs, cores, bottleneckMs * pool, pool, threads, waiting, variation);
        }
        return node(
                bottleneckMs * cores,
                cores,
                Math.min(jdbcMs, bottleneckMs * (double) pool),
                pool,
                threads,
                waiting,
                variation);
    }

    private double perRequest(double inUse) {
        return throughputPerSecond >= LEAST_THROUGHPUT && inUse > 0 ? 1000 * inUse / throughputPerSecond : 0;
    }

    private NodeKind node(
            double cpuMs, int cores, double jdbcMs, int pool, int threads, int waiting, double variation) {
        boolean isJdbc = pool != NodeKind.ANY && jdbcMs > 0 && jdbcMs / pool >= bottleneckMs * (1 - 1e-9);
        double most = isJdbc ? demandMs - jdbcMs : demandMs;
        double cpu = Math.max(1e-3, Math.min(cpuMs, most));
        double jdbc = isJdbc ? jdbcMs : Math.min(jdbcMs, Math.max(0, demandMs - cpu));
        double other = Math.max(0, demandMs - cpu - jdbc);
        return new NodeKind(node, 1, cpu, cores, jdbc, pool, other, threads, waiting, variation);
    }

    /**
     * Mean response time and rate of several nodes together; null when no agent measures it or no request is served.
     */
    public static @Nullable LabRun now(Iterable<AgentFigures> all) {
        double rate = 0;
        double spent = 0;
        int nodes = 0;
        for (AgentFigures each : all) {
            if (each.throughputPerSecond > 0 && each.responseMs > 0) {
                rate += each.throughputPerSecond;
                spent += each.throughputPerSecond * each.responseMs;
            }
            nodes++;
        }
        if (rate < LEAST_THROUGHPUT) {
            return null;
        }
        LabRun.MeasuredCell cell = new LabRun.MeasuredCell(
                "now, as the agents measure it", "", nodes, true, rate, 1, rate, 0, spent / rate, null, null);
        return new LabRun(List.of(cell), null, "agents");
    }
}
