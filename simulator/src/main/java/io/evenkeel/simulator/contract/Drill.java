// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.Task;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A policy at work on fake nodes: tasks start and end, nodes come and go, all drawn from a seed. One step allocates
 * nothing.
 *
 * <p>A slot is given to a new node only after its last owner has left and finished everything, as in the dispatcher.
 */
final class Drill {

    /** Most tasks in flight. */
    private static final int MOST_RUNNING = 64;

    /** Mask of a client's key: one of 63 sessions, or 0 for none. */
    private static final long SESSIONS = 126;

    /** Mask of a content's key: times up to 17 ms. */
    private static final long THINK_NS = (1 << 24) - 1;

    /** More than policies know by name. */
    private static final int SERVICES = 7;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final Sample[] COLUMNS = Sample.values();
    private static final double[] NONSENSE = {-1, 1e300, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};

    final FakeNodes nodes;
    final Policy policy;
    private final String name;
    private final SplittableRandom chance;
    private final FakeTask task = new FakeTask();
    private final int maxNodes;
    private final boolean[] member;
    private final int[] slotOf = new int[MOST_RUNNING];
    private final int[] memoOf = new int[MOST_RUNNING];
    private final long[] startedNs = new long[MOST_RUNNING];
    private final boolean[] tunnel = new boolean[MOST_RUNNING];
    private int running;
    private int members;
    private long nowNs = 1_000_000_000;

    Drill(PolicyType type, int maxNodes, int joined, long seed) {
        this(type.name(), type.create(maxNodes, new SplittableRandom(seed), Map.of()), maxNodes, joined, seed);
    }

    Drill(String name, Policy policy, int maxNodes, int joined, long seed) {
        this.name = name;
        this.policy = policy;
        this.maxNodes = maxNodes;
        nodes = new FakeNodes(maxNodes);
        member = new boolean[maxNodes];
        chance = new SplittableRandom(seed);
        nodes.time(nowNs);
        for (int slot = 0; slot < joined; slot++) {
            join(slot);
        }
    }

    /** Passes time. */
    void sleep(long ns) {
        nowNs += ns;
        nodes.time(nowNs);
    }

    int running() {
        return running;
    }

    /** Gives a new task to a node; returns the slot or {@link Policy#HOLD}. */
    int start() {
        arrive();
        int slot = policy.choose(task, nodes);
        if (slot == Policy.HOLD) {
            return slot;
        }
        if (slot < 0 || slot >= nodes.slots() || !(nodes.eligible(slot) || slot == nodes.home())) {
            throw new AssertionError("policy '" + name + "': chose slot " + slot + ", which is not eligible");
        }
        begin(slot);
        return slot;
    }

    /** Gives a new task of a session to a node; some have their session on a node that is not eligible for others. */
    private int startInSession() {
        int home = policy.decidesHomes() ? chance.nextInt(maxNodes) : 0;
        nodes.home(policy.decidesHomes() && member[home] ? home : -1);
        int slot = start();
        nodes.home(-1);
        return slot;
    }

    /** Gives a new task to a member that it belongs to, eligible or not, if there is room for one more task. */
    void goHome() {
        int slot = chance.nextInt(maxNodes);
        if (member[slot] && running < MOST_RUNNING) {
            arrive();
            begin(slot);
        }
    }

    private void arrive() {
        long client = chance.nextLong() | 1;
        long content = chance.nextLong() | 1;
        task.at(nowNs)
                .connection(false)
                .headNs(-1)
                .from(client)
                .asking(content)
                .requestClass((int) Long.remainderUnsigned(content, Task.REQUEST_CLASSES))
                .service((int) Long.remainderUnsigned(client, SERVICES))
                .placesSession(chance.nextInt(8) == 0)
                .session(client & SESSIONS)
                .thinkNs(content & THINK_NS)
                .memo(0);
    }

    private void begin(int slot) {
        nodes.start(slot);
        policy.onStart(task, slot, nodes);
        slotOf[running] = slot;
        memoOf[running] = task.memo();
        tunnel[running] = false;
        startedNs[running++] = nowNs;
    }

    /** Ends the oldest task in flight. */
    void finishOldest(Outcome outcome) {
        finish(0, outcome);
    }

    /** Ends the k-th oldest task in flight. */
    void finish(int k, Outcome outcome) {
        int slot = slotOf[k];
        long elapsedNs = nowNs - startedNs[k];
        boolean tunnelled = tunnel[k];
        task.at(nowNs).connection(tunnelled).headNs(elapsedNs / 2).memo(memoOf[k]);
        running--;
        System.arraycopy(slotOf, k + 1, slotOf, k, running - k);
        System.arraycopy(memoOf, k + 1, memoOf, k, running - k);
        System.arraycopy(startedNs, k + 1, startedNs, k, running - k);
        System.arraycopy(tunnel, k + 1, tunnel, k, running - k);
        if (tunnelled) {
            nodes.tunnelEnds(slot);
        } else {
            nodes.finish(slot);
        }
        policy.onFinish(task, slot, outcome, elapsedNs, nodes);
    }

    /** The node answers the k-th oldest task with a 101, if it is not a tunnel yet. */
    private void tunnel(int k) {
        if (!tunnel[k]) {
            tunnel[k] = true;
            task.at(nowNs).connection(true).memo(memoOf[k]);
            nodes.tunnel(slotOf[k]);
            policy.onTunnel(task, slotOf[k], nowNs - startedNs[k], nodes);
            memoOf[k] = task.memo();
        }
    }

    /**
     * Starts or ends a task or makes it a tunnel, or lets a node join, leave, go down, come up, warm up or report;
     * returns the slot chosen, else -2.
     */
    int randomStep() {
        sleep(chance.nextLong(2_000_000));
        int slot = chance.nextInt(maxNodes);
        switch (chance.nextInt(16)) {
            case 0 -> {
                if (!member[slot] && nodes.inFlight(slot) + nodes.tunnels(slot) == 0) {
                    join(slot);
                }
            }
            case 1 -> {
                if (member[slot] && members > 1) {
                    leave(slot);
                }
            }
            case 2 -> {
                if (member[slot]) {
                    nodes.eligible(slot, chance.nextInt(4) > 0);
                }
            }
            case 3 -> {
                if (member[slot]) {
                    report(slot);
                }
            }
            default -> {
                boolean room = running < MOST_RUNNING && nodes.count() > 0;
                if (room && (running == 0 || chance.nextInt(2) == 0)) {
                    return startInSession();
                }
                if (running > 0 && chance.nextInt(8) == 0) {
                    tunnel(chance.nextInt(running));
                } else if (running > 0) {
                    finish(chance.nextInt(running), outcome(chance.nextInt(10)));
                }
            }
        }
        return -2;
    }

    private static Outcome outcome(int draw) {
        return draw == 0 ? Outcome.FAILED : draw == 1 ? Outcome.ABANDONED : Outcome.SUCCEEDED;
    }

    /**
     * A sample like those of a good agent, or one with columns missing, with nonsense in it, with a long way behind it,
     * or none any more.
     */
    private void report(int slot) {
        nodes.warmShare(slot, chance.nextDouble(0.1, 1));
        nodes.weight(slot, 1 + chance.nextInt(4));
        nodes.othersInFlight(slot, chance.nextInt(4));
        int kind = chance.nextInt(8);
        nodes.peersBySlice(slot, SliceFigure.CAME, kind)
                .peersBySlice(slot, SliceFigure.EXPECTED, kind / 3.0)
                .peersBySlice(slot, SliceFigure.RUNNING, slot)
                .peersBySlice(slot, SliceFigure.ENDED, kind + slot);
        for (Sample column : COLUMNS) {
            boolean missing = kind == 0 && chance.nextInt(4) == 0;
            boolean nonsense = kind == 1 && chance.nextInt(4) == 0;
            double value = isShare(column) ? chance.nextDouble() : chance.nextInt(64);
            nodes.sample(
                    slot, column, missing ? Double.NaN : nonsense ? NONSENSE[chance.nextInt(NONSENSE.length)] : value);
        }
        nodes.sampleAgeNs(slot, chance.nextLong(kind == 2 ? 12 * SECOND_NS : SECOND_NS / 5));
        if (kind == 3) {
            nodes.withoutSample(slot);
        }
        policy.onSample(slot, nodes, nowNs);
    }

    /** Lets all nodes report the same, except for their own tasks. */
    void reportEqually() {
        for (int slot = 0; slot < nodes.slots(); slot++) {
            for (Sample column : COLUMNS) {
                nodes.sample(slot, column, isShare(column) ? 0.5 : 20);
            }
            nodes.sample(slot, Sample.IN_FLIGHT, nodes.inFlight(slot))
                    .sample(slot, Sample.QUEUE_USED, 0)
                    .sample(slot, Sample.JDBC_WAITERS, 0);
            policy.onSample(slot, nodes, nowNs);
        }
    }

    /** Gives all nodes a sample that says nothing. */
    void reportNothing() {
        for (int slot = 0; slot < nodes.slots(); slot++) {
            nodes.withoutSample(slot).sampleAgeNs(slot, 0);
            policy.onSample(slot, nodes, nowNs);
        }
    }

    private static boolean isShare(Sample column) {
        return column.name().endsWith("_SHARE");
    }

    private void join(int slot) {
        nodes.join(slot);
        member[slot] = true;
        members++;
        policy.onJoin(slot, nodes, nowNs);
    }

    private void leave(int slot) {
        nodes.leave(slot);
        member[slot] = false;
        members--;
        policy.onLeave(slot, nodes, nowNs);
    }

    /** Asks the policy for the figure it gives a node now, and for what it has against it. */
    void ask(int slot) {
        policy.score(task.at(nowNs), slot, nodes);
        policy.reason(task.at(nowNs), slot, nodes);
        policy.why(task.at(nowNs), slot, nodes);
    }
}
