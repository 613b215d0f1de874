// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.dispatcher.control.FittingPolicies;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.columns.NodeArrays;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A policy that sees the same as the one in force, and the count of its answers.
 *
 * <p>All calls of the policy come from the thread that reads the ring; the figures are for any thread, under a lock
 * that is never held during a call of the policy. A policy that throws or chooses a node that is not eligible is not
 * asked again.
 */
final class Shadow {

    private static final int KEPT = 50;
    private static final int KEPT_NODES = 5_000;
    private static final int LONGEST_FAILURE = 300;

    private final String cluster;
    private final String name;
    private final String active;
    private final FittingPolicies.Fitted fitted;
    private final EventLogger log;
    private final Policy policy;
    private final long sinceMs;
    private final @Nullable Node[] owners;
    private final long[] sampledNs;
    private final Map<String, long[]> splits = new LinkedHashMap<>();
    private final ArrayDeque<ShadowView.Difference> differences = new ArrayDeque<>();
    private long compared;
    private long same;
    private long held;
    private long dropped;
    private @Nullable String failure;
    private volatile boolean over;

    /**
     * @param slots the most the cluster may have
     */
    Shadow(
            String cluster,
            String active,
            String name,
            FittingPolicies.Fitted fitted,
            int slots,
            long sinceMs,
            EventLogger log) {
        this.log = log;
        this.cluster = cluster;
        this.active = active;
        this.name = name;
        this.fitted = fitted;
        this.policy = fitted.policy();
        this.sinceMs = sinceMs;
        owners = new Node[slots];
        sampledNs = new long[slots];
        Arrays.fill(sampledNs, Long.MIN_VALUE);
    }

    String name() {
        return name;
    }

    boolean needsSamples() {
        return fitted.needsSamples();
    }

    /** True once it was ended or has failed; it is not called any more. */
    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    synchronized boolean hasFailed() {
        return failure != null;
    }

    synchronized void dropped(long choices) {
        dropped += choices;
    }

    /** Tells it of the nodes that came or left in some slots, and of new samples. */
    void tell(int from, int to, ReplicaColumns replica) {
        guarded("to hear of a node", () -> {
            for (int slot = from; slot < to; slot++) {
                tellOwner(slot, replica);
            }
            for (int slot = from; slot < to; slot++) {
                tellSample(slot, replica);
            }
        });
    }

    private void tellOwner(int slot, ReplicaColumns replica) {
        Node node = replica.node(slot);
        if (owners[slot] != node) {
            if (owners[slot] != null) {
                policy.onLeave(slot, replica.columns(), replica.nowNs());
            }
            owners[slot] = node;
            sampledNs[slot] = Long.MIN_VALUE;
            if (node != null) {
                policy.onJoin(slot, replica.columns(), replica.nowNs());
            }
        }
    }

    private void tellSample(int slot, ReplicaColumns replica) {
        if (replica.node(slot) != null && replica.sampledNs(slot) != sampledNs[slot]) {
            sampledNs[slot] = replica.sampledNs(slot);
            policy.onSample(slot, replica.columns(), replica.nowNs());
        }
    }

    /** Asks it about a choice for which the replica is ready, and counts the answer. */
    void ask(RingTask task, int chosen, ReplicaColumns replica, @Nullable Supplier<RecordedChoice> recorded) {
        guarded("to choose", () -> {
            NodeArrays columns = replica.columns();
            int slot = columns.count() == 0 ? Policy.HOLD : policy.choose(task, columns);
            if (slot >= 0 && !columns.shows(slot)) {
                throw new IllegalStateException("it chose slot " + slot + ", which is not eligible");
            }
            if (slot != chosen) {
                // The memo of the shadow is about another node.
                task.memo(0);
            }
            ShadowView.Difference difference = slot == chosen || recorded == null
                    ? null
                    : difference(task, slot, replica, recorded.get().decision());
            note(name(replica, chosen), slot < 0 ? null : name(replica, slot), difference);
        });
    }

    private static String name(ReplicaColumns replica, int slot) {
        Node node = replica.node(slot);
        return node == null ? "?" : node.name();
    }

    private ShadowView.Difference difference(RingTask task, int slot, ReplicaColumns replica, Decision decision) {
        NodeArrays columns = replica.columns();
        List<ShadowView.Opinion> opinions = new ArrayList<>();
        for (int each = 0; each < replica.slots(); each++) {
            if (replica.node(each) != null) {
                opinions.add(new ShadowView.Opinion(
                        policy.score(task, each, columns),
                        columns.shows(each) ? policy.reason(task, each, columns) : ""));
            }
        }
        return new ShadowView.Difference(decision, slot < 0 ? null : name(replica, slot), opinions);
    }

    private synchronized void note(String chosen, @Nullable String own, ShadowView.@Nullable Difference difference) {
        compared++;
        splits.computeIfAbsent(chosen, key -> new long[2])[0]++;
        if (own == null) {
            held++;
        } else {
            splits.computeIfAbsent(own, key -> new long[2])[1]++;
        }
        if (chosen.equals(own)) {
            same++;
        } else if (difference != null) {
            int most = Math.min(
                    KEPT,
                    Math.max(1, KEPT_NODES / Math.max(1, difference.opinions().size())));
            while (differences.size() >= most) {
                differences.removeLast();
            }
            differences.addFirst(difference);
        }
    }

    void started(RingTask task, int slot, ReplicaColumns replica) {
        guarded("to hear of a start", () -> policy.onStart(task, slot, replica.columns()));
    }

    void tunnelled(RingTask task, int slot, long elapsedNs, ReplicaColumns replica) {
        guarded("to hear of a tunnel", () -> policy.onTunnel(task, slot, elapsedNs, replica.columns()));
    }

    void finished(RingTask task, int slot, Outcome outcome, long elapsedNs, ReplicaColumns replica) {
        guarded("to hear of an end", () -> policy.onFinish(task, slot, outcome, elapsedNs, replica.columns()));
    }

    private void guarded(String what, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            fail("failed " + what + ": " + e);
            log.error(cluster + ": the shadow " + name + " failed " + what + " and is not called again", e);
        }
    }

    private synchronized void fail(String why) {
        failure = why.length() > LONGEST_FAILURE ? why.substring(0, LONGEST_FAILURE) + "…" : why;
        over = true;
    }

    synchronized ShadowView view() {
        List<ShadowView.ShadowSplit> shares = new ArrayList<>();
        splits.forEach((node, both) -> shares.add(new ShadowView.ShadowSplit(node, both[0], both[1])));
        return new ShadowView(
                name,
                active,
                fitted.configured(),
                sinceMs,
                compared,
                same,
                held,
                dropped,
                failure,
                shares,
                List.copyOf(differences));
    }
}
