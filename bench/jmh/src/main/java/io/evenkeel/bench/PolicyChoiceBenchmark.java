// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.contract.FakeNodes;
import io.evenkeel.simulator.contract.FakeTask;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of one task for a policy: choose, onStart and onFinish, with about two tasks in flight on every node, or as
 * many as {@link #busy} says.
 *
 * <p>Tasks take 10 virtual milliseconds each and arrive evenly; the oldest ends before a new one starts. Elapsed times
 * differ from node to node, so that estimates differ as in production. Tasks are of 10,000 sessions in turn, none of
 * which has a node yet. The cost of samples is included: one for every 64 tasks.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class PolicyChoiceBenchmark {

    private static final long LASTS_NS = 10_000_000;
    private static final int TASKS_A_SAMPLE = 64;
    private static final int SESSIONS = 10_000;
    private static final Sample[] SHARES = {
        Sample.CPU_SHARE,
        Sample.MEMORY_SHARE,
        Sample.IOWAIT_SHARE,
        Sample.HEAP_SHARE,
        Sample.HEAP_AFTER_GC_SHARE,
        Sample.UTILIZATION_SHARE
    };

    @Param({
        "random",
        "round-robin",
        "weighted-round-robin",
        "source-hash",
        "uri-hash",
        "lard",
        "sita-e",
        "cap",
        "service-partition",
        "least-connections",
        "weighted-least-connections",
        "least-requests",
        "fastest-response",
        "power-of-two",
        "peak-ewma",
        "adaptive",
        "dynamic-weighted-round-robin",
        "least-loaded",
        "least-sessions",
        "dynamic-ratio",
        "jqostd-v1",
        "least-active-sessions",
        "least-utilization",
        "redal",
        "headroom"
    })
    String policy;

    @Param({"10", "100"})
    int nodes;

    /** True when nodes report, each three times a second. */
    @Param({"true"})
    boolean agents;

    /** Tasks in flight for each node, about; at 0.2 most nodes are idle. */
    @Param({"2"})
    double busy;

    private final FakeTask task = new FakeTask();
    private Policy chosen = (anyTask, anyNodes) -> Policy.HOLD;
    private FakeNodes columns = new FakeNodes(1);
    private int[] slots = {};
    private int[] memos = {};
    private int oldest;
    private int tasks;
    private long nowNs;
    private long stepNs;

    @Setup
    public void prepare() {
        columns = FakeNodes.of(nodes);
        chosen = PolicyCatalog.load().find(policy).orElseThrow().create(nodes, new SplittableRandom(1), Map.of());
        for (int slot = 0; slot < nodes; slot++) {
            chosen.onJoin(slot, columns, 0);
        }
        slots = new int[(int) Math.max(1, busy * nodes)];
        memos = new int[slots.length];
        stepNs = LASTS_NS / slots.length;
        for (oldest = 0; oldest < slots.length; oldest++) {
            start();
        }
        oldest = 0;
        for (int slot = 0; slot < nodes && agents; slot++) {
            report(slot);
        }
    }

    @Benchmark
    public int task() {
        nowNs += stepNs;
        tasks++;
        if (agents && tasks % TASKS_A_SAMPLE == 0) {
            report(tasks / TASKS_A_SAMPLE % nodes);
        }
        int slot = slots[oldest];
        columns.finish(slot);
        task.at(nowNs).memo(memos[oldest]);
        chosen.onFinish(task, slot, Outcome.SUCCEEDED, LASTS_NS + 10_000L * slot, columns);
        start();
        oldest = oldest + 1 == slots.length ? 0 : oldest + 1;
        return slot;
    }

    private void report(int slot) {
        columns.othersInFlight(slot, 1).sample(slot, Sample.IN_FLIGHT, columns.inFlight(slot) + 1);
        for (Sample share : SHARES) {
            columns.sample(slot, share, 0.3 + 0.001 * slot);
        }
        columns.sample(slot, Sample.PARALLELISM, 4)
                .sample(slot, Sample.WORKERS_MAX, 200)
                .sample(slot, Sample.SESSIONS, 100 + slot)
                .sample(slot, Sample.ARRIVALS_PER_S, 200)
                .sample(slot, Sample.RESPONSE_MS, LASTS_NS / 1e6)
                .sample(slot, Sample.MEAN_SERVICE_MS, 5);
        chosen.onSample(slot, columns, nowNs);
    }

    private void start() {
        task.at(nowNs)
                .from(nowNs * 0x9E3779B97F4A7C15L | 1)
                .session(1 + tasks % SESSIONS)
                .memo(0);
        int slot = columns.start(chosen.choose(task, columns));
        chosen.onStart(task, slot, columns);
        slots[oldest] = slot;
        memos[oldest] = task.memo();
    }
}
