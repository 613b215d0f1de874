// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import org.jspecify.annotations.Nullable;

/**
 * A rule that gives tasks to nodes.
 *
 * <p>A node is an {@code int} slot in {@code [0, Nodes.slots())}, stable from {@link #onJoin} to {@link #onLeave}, so a
 * policy keeps what it learns in plain arrays made once, with {@link PolicySettings#maxNodes()} entries.
 *
 * <p>Nothing here may allocate once the policy runs; the contract suite counts bytes. All calls come from one thread at
 * a time.
 */
public interface Policy {

    /** No node may take the task now; the dispatcher holds it in the cluster's bounded queue and asks again. */
    int HOLD = -1;

    /**
     * Chooses the node for a task.
     *
     * <p>Nodes that are down, draining, full or already tried for this task are gone from {@code nodes} before the
     * policy looks, and {@code nodes.count()} is at least 1. Both arguments are valid during the call only.
     *
     * @return a slot out of {@code nodes.at(0..count-1)}, or {@code nodes.home()} when that is a slot, or {@link #HOLD}
     */
    int choose(Task task, Nodes nodes);

    /**
     * True when this policy decides whether a task goes to the node that has its session. Then it is asked about such a
     * task too and sees the node as {@link Nodes#home}, unless the home is the only node that may take the task. By
     * default the task goes home while the home can take it, and the policy is not asked. Never changes.
     */
    default boolean decidesHomes() {
        return false;
    }

    /**
     * The task was given to a node; {@code nodes} already counts it in flight. A retry is a new start. A task that
     * belongs to the node, because its session is there, starts without {@link #choose}, perhaps on a node that is not
     * eligible for others; with {@link #decidesHomes}, only where there was nothing to decide.
     */
    default void onStart(Task task, int slot, Nodes nodes) {}

    /**
     * The node answered the task with a 101: what was a request is a tunnel now; or the task is a client that was told
     * the node and goes there by itself. {@code nodes} no longer counts it in flight but among the tunnels, and {@link
     * Task#connection} is true from now on. {@link #onFinish} follows when the tunnel ends.
     *
     * @param elapsedNs time from start to the 101, at least 0
     */
    default void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {}

    /**
     * The task ended on a node; {@code nodes} no longer counts it. The node may have left meanwhile.
     *
     * @param elapsedNs time from start to end, at least 0
     */
    default void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {}

    /** A node takes a slot: forget what an earlier owner of the slot left behind. */
    default void onJoin(int slot, Nodes nodes, long nowNs) {}

    /** The node of a slot is gone. Tasks it still runs will finish later. */
    default void onLeave(int slot, Nodes nodes, long nowNs) {}

    /** A new sample of the node has arrived, or it has none any more; its columns already show it. */
    default void onSample(int slot, Nodes nodes, long nowNs) {}

    /**
     * Takes over what a policy before it has learned, if that was one of its own kind: its parameters were changed, or
     * what {@link Task#requestClass} numbers, and the nodes stayed. Asked once, after {@link #onJoin} and {@link
     * #onSample} of all nodes and before the first choice; slots are the same.
     *
     * @return true when it did, and then it also hears of the ends of tasks which the other one gave out; by default
     * it begins with nothing and hears of its own tasks alone
     */
    default boolean inherits(Policy before) {
        return false;
    }

    /**
     * The load of nodes by time slices, as this policy counts it for its own dispatcher, to be told to joined ones.
     * Theirs is in {@link Nodes#peersBySlice}.
     *
     * <p>Never called on the path of a request, so it may allocate. It changes nothing.
     *
     * @return entries for all slots below {@link Nodes#slots}, which pass {@link LoadBySlice#checked}; null when the
     *     policy counts no slices
     */
    default @Nullable LoadBySlice bySlice(Nodes nodes, long nowNs) {
        return null;
    }

    /**
     * The figure by which this policy would rank a node for a task now, for people to read; lower is better.
     *
     * <p>Never called on the path of a request. It changes nothing.
     *
     * @return the score, or NaN when the policy does not rank
     */
    default double score(Task task, int slot, Nodes nodes) {
        return Double.NaN;
    }

    /**
     * The reason why this policy would pass over the node or avoid it now, for people to read:
     * {@code queue above 55 %}.
     *
     * <p>A few words without a full stop. Never called on the path of a request, so it may allocate. It changes
     * nothing.
     *
     * @return the reason, or an empty text when there is nothing to say
     */
    default String reason(Task task, int slot, Nodes nodes) {
        return "";
    }

    /**
     * The reason why this policy has just chosen the node, for people to read: {@code its turn in the circle}. Asked
     * right after {@link #choose}, with the same arguments, and for few choices.
     *
     * <p>A few words without a full stop. It changes nothing, and may allocate.
     *
     * @return the reason, or an empty text when the least {@link #score} tells it
     */
    default String why(Task task, int slot, Nodes nodes) {
        return "";
    }
}
