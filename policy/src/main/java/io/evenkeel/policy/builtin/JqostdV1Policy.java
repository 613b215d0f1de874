// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.LeastLoad;
import io.evenkeel.policy.reported.Reported;
import java.util.List;

/**
 * Chooses the node with the least load over six resources, and none whose accept queue or heap is nearly full: the
 * policy of jQoStd.
 *
 * <pre>
 * load = (OS_CPU_USED% + OS_CPU_IOWAIT% + AMX_CONNS_Q_USED% + AMX_CONNS_Q_THRBSY% + AMX_JDBC_ACTC%
 *         + JVM_HEAP_USED%) / 6
 * AMX_CONNS_Q_USED% above 55 or JVM_HEAP_USED% above 85: load = 100
 * load = 100: excluded
 * </pre>
 *
 * Loads are 0 to 100. Equals take turns. When every node is excluded the task is held. A resource that is absent counts
 * as the mean of those that are there, so a server without a JDBC pool is judged by the other five; it excludes
 * nothing.
 *
 * <p>Compensated, each task in flight beyond those the sample saw adds
 * {@code (load without its heap + 100 / k) / (tasks + 1)}. Where the node reports its workers, a task that finds no
 * idle worker also adds to the queue, so that a node whose queue must have filled since the sample is excluded, too. A
 * sample is fresh
 * for two periods, then drifts to the mean of the others, and after five counts as none; a node without a figure is
 * chosen only when no node has one that is not excluded ({@link Reported}).
 *
 * <p>JVM_HEAP_USED% counts garbage too, and an idle node makes none that would start a collection: with every node
 * excluded and nothing of ours in flight, the rule would hold tasks forever. So after five periods of that, one task
 * is let through to start it, and again every five periods. This is ours.
 *
 * <p>Fails by the mean: five resources at 10 % hide one at 100 %, if it is the CPU, the threads or the JDBC pool; and a
 * heap that is merely due for a collection is as good as full. Cost: O(n).
 *
 * <p>Source: paper 1, section 4.1.3.6, JPR-01 and JPR-02 (equation 2), and section 5.5.
 */
final class JqostdV1Policy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "jqostd-v1",
            "Chooses the least load over six resources, and no node whose accept queue or heap is nearly full.",
            "least mean of CPU, iowait, queue, threads, JDBC, heap; excluded with queue > 55 % or heap > 85 %",
            "paper 1, section 4.1.3.6, JPR-02 (equation 2)",
            PolicyType.Needs.AGENT,
            List.of(
                    new Parameter(
                            "queue-threshold",
                            Parameter.Kind.SHARE,
                            0,
                            1,
                            0.55,
                            "share of the accept queue in use above which a node is excluded"),
                    new Parameter(
                            "heap-threshold",
                            Parameter.Kind.SHARE,
                            0,
                            1,
                            0.85,
                            "share of the heap in use above which a node is excluded"),
                    Reported.FEEDBACK,
                    Reported.PERIOD),
            JqostdV1Policy::new);

    private static final double FULL = 100;
    private static final int RESOURCES = 6;

    private final double mostQueue;
    private final double mostHeap;
    private final long patienceNs;
    private final Reported load;
    private final LeastLoad least;
    private boolean held;
    private long heldNs;

    private JqostdV1Policy(PolicySettings settings) {
        mostQueue = settings.option("queue-threshold");
        mostHeap = settings.option("heap-threshold");
        patienceNs = Math.round(5e9 * settings.option(Reported.PERIOD.name()));
        load = Reported.corrected(settings, (slot, nodes) -> nodes.inFlight(slot));
        least = new LeastLoad(load);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        int slot = least.choose(nodes, task.nowNs());
        if (!load.closed(slot, nodes, task.nowNs())) {
            held = false;
            return slot;
        }
        if (!held) {
            held = true;
            heldNs = task.nowNs();
        }
        if (task.nowNs() - heldNs > patienceNs && idle(nodes)) {
            heldNs = task.nowNs();
            return slot;
        }
        return HOLD;
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        load.forget(slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        load.forget(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        double queue = queue(slot, nodes);
        double heap = heap(slot, nodes);
        double cpu = share(nodes.sample(slot, Sample.CPU_SHARE), 1);
        double iowait = share(nodes.sample(slot, Sample.IOWAIT_SHARE), 1);
        double threads = share(nodes.sample(slot, Sample.WORKERS_BUSY), nodes.sample(slot, Sample.WORKERS_MAX));
        double jdbc = share(nodes.sample(slot, Sample.JDBC_ACTIVE), nodes.sample(slot, Sample.JDBC_MAX));
        int known = known(cpu) + known(iowait) + known(queue) + known(threads) + known(jdbc) + known(heap);
        double ofTasks = zero(cpu) + zero(iowait) + zero(queue) + zero(threads) + zero(jdbc);
        double mean = known == 0 ? Double.NaN : (ofTasks + zero(heap)) / known;
        double eachTask = FULL * Reported.eachOf(ofTasks / RESOURCES, slot, nodes);
        load.read(slot, FULL * mean, eachTask, nodes, nowNs);
        if (heap > mostHeap || mean >= 1) {
            load.close(slot, Double.NEGATIVE_INFINITY);
        } else if (known(queue) > 0) {
            load.close(slot, queueRoom(slot, nodes));
        }
    }

    /**
     * The number of tasks that may still come before the accept queue is above its threshold; below 0 when it is above
     * it.
     */
    private double queueRoom(int slot, Nodes nodes) {
        double room = mostQueue * nodes.sample(slot, Sample.QUEUE_MAX) - nodes.sample(slot, Sample.QUEUE_USED);
        double idle = nodes.sample(slot, Sample.WORKERS_MAX) - nodes.sample(slot, Sample.WORKERS_BUSY);
        return room < 0 ? room : room + (Double.isNaN(idle) ? Double.POSITIVE_INFINITY : Math.max(0, idle));
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return load.closed(slot, nodes, task.nowNs())
                ? "every node is excluded and idle, so one task goes through"
                : load.why(slot, nodes, task.nowNs());
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.closed(slot, nodes, task.nowNs()) ? FULL : load.score(slot, nodes, task.nowNs());
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        if (!load.closed(slot, nodes, task.nowNs())) {
            return load.doubt(slot, task.nowNs());
        }
        if (heap(slot, nodes) > mostHeap) {
            return "heap above " + Math.round(FULL * mostHeap) + " %";
        }
        return queue(slot, nodes) > mostQueue
                ? "accept queue above " + Math.round(FULL * mostQueue) + " %"
                : "accept queue filled since the sample";
    }

    private static double queue(int slot, Nodes nodes) {
        return share(nodes.sample(slot, Sample.QUEUE_USED), nodes.sample(slot, Sample.QUEUE_MAX));
    }

    private static double heap(int slot, Nodes nodes) {
        return share(nodes.sample(slot, Sample.HEAP_SHARE), 1);
    }

    /** A part of a whole; NaN when either is absent or it is 0 of 0. */
    private static double share(double part, double whole) {
        return Reported.orElse(part / whole, Double.NaN);
    }

    private static int known(double share) {
        return Double.isNaN(share) ? 0 : 1;
    }

    private static double zero(double share) {
        return Double.isNaN(share) ? 0 : share;
    }

    private static boolean idle(Nodes nodes) {
        for (int k = 0; k < nodes.count(); k++) {
            if (nodes.inFlight(nodes.at(k)) > 0) {
                return false;
            }
        }
        return true;
    }
}
