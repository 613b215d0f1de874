// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.recent.DecayingSum;
import io.evenkeel.simulator.recent.SlidingGrowth;
import io.evenkeel.simulator.scenario.AgentFault;
import io.evenkeel.simulator.scenario.AgentFault.Kind;
import io.evenkeel.simulator.scenario.ServerGroup;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The samples of the agent in a server: their columns, derived as the real agent derives them.
 *
 * <pre>
 * rates, RESPONSE_MS    windows that fade over 2 s;  THINK_MS over 30 s
 * CPU_SHARE, GC_SHARE   over the last second, the last two
 * D_cpu, D_jdbc, D_kept busy time over completions, all fading over 2 s of working time;
 *                       unknown with fewer than 5 requests left
 * c                     cores * (1 - stolen) * (1 - GC_SHARE), at least what is used
 * R0 = SERVICE_MS       D_cpu + D_jdbc + D_kept
 * θ                     max(D_cpu / c, D_jdbc / J, R0 / W), in MEAN_SERVICE_MS;  u = X θ
 * k = PARALLELISM       R0 / θ within 1 .. W;  CAPACITY_PER_S = 1 / θ
 * </pre>
 *
 * All waits of a simulated request are known, so R0 needs no measured minimum. IN_FLIGHT are requests with a worker: a
 * filter in the application does not see the accept queue, but counts those that are parked; it does not see tunnels,
 * as an upgrade ends the request for it. MEMORY_SHARE is that of the heap, as the machine has no other use for memory;
 * IOWAIT_SHARE is 0, as it has no disk. A figure that is unknown is NaN. An {@link AgentFault} says what is wrong with
 * the agent, if anything.
 */
@SuppressWarnings("EnumOrdinal") // a row is an array by column
final class SimulatedAgent {

    private static final double NS_PER_MS = 1e6;
    private static final double RECENT_NS = 2e9;
    private static final double STEADY_NS = 30e9;
    private static final long CPU_SPAN_NS = 1_000_000_000L;
    private static final long GC_SPAN_NS = 2_000_000_000L;
    private static final double LEAST_REQUESTS = 5;
    private static final double FAINTEST = 0.01;

    private static final List<Sample> IDLE = List.of(
            Sample.CPU_SHARE,
            Sample.WORKERS_BUSY,
            Sample.QUEUE_USED,
            Sample.JDBC_WAITERS,
            Sample.IN_FLIGHT,
            Sample.UTILIZATION_SHARE);

    private static final int TIME = 0;
    private static final int ARRIVED = 1;
    private static final int ENDED = 2;
    private static final int ERRED = 3;
    private static final int RESPONSE = 4;
    private static final int REQUESTS = 0;
    private static final int CPU = 1;
    private static final int JDBC = 2;
    private static final int KEPT = 3;
    private static final int PAUSES = 0;
    private static final int PAUSE = 1;

    private final Server server;
    private final DecayingSum recent = new DecayingSum(5, RECENT_NS);
    private final DecayingSum demands = new DecayingSum(4, RECENT_NS);
    private final DecayingSum steady = new DecayingSum(2, STEADY_NS);
    private final SlidingGrowth cpu = new SlidingGrowth(2, CPU_SPAN_NS);
    private final SlidingGrowth still = new SlidingGrowth(1, GC_SPAN_NS);
    private final ServerLedger before = new ServerLedger();
    private long beforeNs;
    /** The sample that it sent last, of an agent that will freeze. */
    private double @Nullable [] last;

    SimulatedAgent(Server server) {
        this.server = server;
    }

    /** Writes a sample, right or wrong; false when the agent says nothing. */
    boolean sample(int sessions, double[] row, int from, long nowNs) {
        AgentFault fault = server.group().behaviour().agentFault();
        if (fault == null || nowNs < fault.fromMs() * NS_PER_MS) {
            write(sessions, row, from, nowNs);
            if (fault != null && fault.kind() == Kind.FROZEN) {
                System.arraycopy(row, from, lastRow(), 0, SampleRow.WIDTH);
            }
            return true;
        }
        switch (fault.kind()) {
            case MISSING -> {
                return false;
            }
            case FROZEN -> {
                if (last == null) {
                    write(sessions, lastRow(), 0, nowNs);
                }
                System.arraycopy(lastRow(), 0, row, from, SampleRow.WIDTH);
            }
            case IDLE -> {
                write(sessions, row, from, nowNs);
                pretend(row, from, fault.parallelism());
            }
            case ADDS -> {
                write(sessions, row, from, nowNs);
                row[from + Sample.IN_FLIGHT.ordinal()] += fault.tasks();
                row[from + Sample.WORKERS_BUSY.ordinal()] += fault.tasks();
            }
        }
        return true;
    }

    private double[] lastRow() {
        if (last == null) {
            last = new double[SampleRow.WIDTH];
        }
        return last;
    }

    private static void pretend(double[] row, int from, double parallelism) {
        for (Sample idle : IDLE) {
            put(row, from, idle, 0);
        }
        put(row, from, Sample.PARALLELISM, parallelism);
        put(row, from, Sample.WORKERS_MAX, Math.max(parallelism, row[from + Sample.WORKERS_MAX.ordinal()]));
    }

    private void write(int sessions, double[] row, int from, long nowNs) {
        ServerGroup group = server.group();
        ServerLedger ledger = server.ledger();
        if (nowNs > beforeNs) {
            take(ledger, (double) (nowNs - beforeNs));
            cpu.add(nowNs, ledger.computedNs, ledger.stolenNs);
            still.add(nowNs, (double) ledger.stillNs, 0);
            remember(ledger, nowNs);
        }
        Arrays.fill(row, from, from + SampleRow.WIDTH, Double.NaN);
        double heapShare = server.memory().usedShare(server.busy());
        double stillShare = Math.min(1, still.perNs(0));
        double stolen = Math.min(group.cores(), cpu.perNs(1));
        put(row, from, Sample.CPU_SHARE, Math.min(1, (cpu.perNs(0) + stolen) / group.cores()));
        put(row, from, Sample.HEAP_SHARE, heapShare);
        put(row, from, Sample.HEAP_AFTER_GC_SHARE, server.memory().afterCollectionShare());
        put(row, from, Sample.GC_SHARE, stillShare);
        put(row, from, Sample.IOWAIT_SHARE, 0);
        put(row, from, Sample.MEMORY_SHARE, Double.isNaN(heapShare) ? 0 : heapShare);
        put(row, from, Sample.WORKERS_BUSY, server.busy());
        put(row, from, Sample.WORKERS_MAX, group.workers());
        put(row, from, Sample.QUEUE_USED, server.queued());
        put(row, from, Sample.QUEUE_MAX, group.queue());
        if (group.jdbc() > 0) {
            put(row, from, Sample.JDBC_ACTIVE, server.pool().active());
            put(row, from, Sample.JDBC_MAX, group.jdbc());
            put(row, from, Sample.JDBC_WAITERS, server.pool().waiting());
        }
        put(row, from, Sample.SESSIONS, sessions);
        put(row, from, Sample.IN_FLIGHT, server.busy() + server.parked());
        putRates(row, from);
        putDemands(row, from, group, stillShare, stolen);
    }

    private void take(ServerLedger ledger, double stepNs) {
        recent.fade(stepNs);
        recent.add(TIME, stepNs);
        recent.add(ARRIVED, ledger.arrivals - before.arrivals);
        long ended = ledger.completions - before.completions;
        recent.add(ENDED, ended);
        recent.add(ERRED, ledger.errors - before.errors);
        recent.add(RESPONSE, ledger.responseNs - before.responseNs);
        steady.fade(stepNs);
        steady.add(PAUSES, ledger.pauses - before.pauses);
        steady.add(PAUSE, ledger.pauseNs - before.pauseNs);
        if (ended > 0 || server.busy() > 0) {
            demands.fade(stepNs);
            demands.add(REQUESTS, ended);
            demands.add(CPU, ledger.computedNs - before.computedNs);
            demands.add(JDBC, ledger.connectedNs - before.connectedNs);
            demands.add(KEPT, ledger.keptNs - before.keptNs);
        }
    }

    private void remember(ServerLedger ledger, long nowNs) {
        beforeNs = nowNs;
        before.arrivals = ledger.arrivals;
        before.completions = ledger.completions;
        before.errors = ledger.errors;
        before.responseNs = ledger.responseNs;
        before.computedNs = ledger.computedNs;
        before.connectedNs = ledger.connectedNs;
        before.keptNs = ledger.keptNs;
        before.pauses = ledger.pauses;
        before.pauseNs = ledger.pauseNs;
    }

    private void putRates(double[] row, int from) {
        double elapsedNs = recent.sum(TIME);
        if (elapsedNs > 0) {
            put(row, from, Sample.ARRIVALS_PER_S, recent.sum(ARRIVED) * 1e9 / elapsedNs);
            put(row, from, Sample.THROUGHPUT_PER_S, recent.sum(ENDED) * 1e9 / elapsedNs);
            put(row, from, Sample.ERRORS_PER_S, recent.sum(ERRED) * 1e9 / elapsedNs);
        }
        if (recent.sum(ENDED) >= FAINTEST) {
            put(row, from, Sample.RESPONSE_MS, recent.sum(RESPONSE) / recent.sum(ENDED) / NS_PER_MS);
        }
        if (steady.sum(PAUSES) >= FAINTEST) {
            put(row, from, Sample.THINK_MS, steady.sum(PAUSE) / steady.sum(PAUSES) / NS_PER_MS);
        }
    }

    private void putDemands(double[] row, int from, ServerGroup group, double stillShare, double stolen) {
        double requests = demands.sum(REQUESTS);
        if (requests < LEAST_REQUESTS) {
            return;
        }
        double cpuMs = demands.sum(CPU) / requests / NS_PER_MS;
        double jdbcMs = demands.sum(JDBC) / requests / NS_PER_MS;
        double aloneMs = cpuMs + jdbcMs + demands.sum(KEPT) / requests / NS_PER_MS;
        double free = Math.max(cpu.perNs(0), (group.cores() - stolen) * (1 - stillShare));
        double bottleneckMs = Math.max(cpuMs / free, aloneMs / group.workers());
        if (group.jdbc() > 0) {
            bottleneckMs = Math.max(bottleneckMs, jdbcMs / group.jdbc());
        }
        if (!(bottleneckMs > 0)) {
            return;
        }
        put(row, from, Sample.SERVICE_MS, aloneMs);
        put(row, from, Sample.MEAN_SERVICE_MS, bottleneckMs);
        put(row, from, Sample.PARALLELISM, Math.max(1, Math.min(group.workers(), aloneMs / bottleneckMs)));
        put(row, from, Sample.CAPACITY_PER_S, 1000 / bottleneckMs);
        double perMs = recent.sum(ENDED) * NS_PER_MS / recent.sum(TIME);
        put(row, from, Sample.UTILIZATION_SHARE, Math.min(1, perMs * bottleneckMs));
    }

    private static void put(double[] row, int from, Sample column, double value) {
        row[from + column.ordinal()] = value;
    }
}
