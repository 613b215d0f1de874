// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.columns.TriedSlots;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The retries of one task: says whether another attempt is allowed after one that failed or that is in doubt, and has
 * {@link Attempts} make it. Keeps the number of the attempt and the nodes that were tried.
 *
 * <p>Used again for the owner's next request. Most tasks are tried once and have no table of nodes: it is made with
 * the first retry. Threads: the owner's loop, and inside the cluster's gate any thread while the task waits in the
 * queue.
 */
public final class TaskRetries implements TriedSlots {

    private static final int[] NONE = {};

    private final Attempts attempts;
    private int[] slots = NONE;
    private int count;
    private int attempt;

    /** The attempts that were made because the node before was in doubt, not because it had failed. */
    private int moves;

    /** The home was asked again after a kept connection to it had died. */
    private boolean homeAgain;

    TaskRetries(Attempts attempts) {
        this.attempts = attempts;
    }

    /** Begins again, for another task. */
    void clear() {
        count = 0;
        attempt = 0;
        moves = 0;
        homeAgain = false;
    }

    /** The number of the present or last attempt: 0 for the first. */
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean tried(int slot) {
        for (int i = 0; i < count; i++) {
            if (slots[i] == slot) {
                return true;
            }
        }
        return false;
    }

    /**
     * True while another attempt is allowed by number, after one that failed. Two attempts do not count: the first one
     * at home after a kept connection had died, and the first one away from a node in doubt. They say nothing of the
     * other nodes, of which the task would otherwise see none that can serve it.
     */
    public boolean mayRetry() {
        return attempt < most() + Math.min(1, moves);
    }

    /** The attempts of the settings, and the one at home; the task may leave a node in doubt while there are fewer. */
    private int most() {
        return attempts.cluster().settings().retry().attempts() + (homeAgain ? 1 : 0);
    }

    /**
     * Asks for another node after an attempt that failed, or for the same one when there is no other.
     *
     * @param hereToo true when the node itself may be asked again, because only a kept connection was stale
     * @param why the reason for which the last attempt failed
     * @return the reason for which there is no further attempt, {@code why} as a rule, or that the only node that may
     *     serve the session is gone; null when there is one
     */
    public @Nullable Refusal assignAgain(long now, boolean hereToo, Refusal why) {
        Node failed = attempts.node();
        OwnTask task = attempts.own;
        task.nowNs = now;
        Refusal reason = failed == null ? why : reason(task, failed, why);
        if (failed == null || !mayRetry()) {
            return reason;
        }
        // The node has its session still. The repeat after a stale connection leaves the attempts on other nodes as
        // they are.
        boolean home = hereToo && task.home() == failed.key() && !homeAgain;
        homeAgain |= home && why == Refusal.NODE_CLOSED;
        if (!home) {
            add(failed.slot());
        }
        attempt++;
        task.beginAttempt();
        return attempts.place(attempts.cluster(), hereToo && !home, reason);
    }

    /** The word for an attempt that failed: a session's only node that cannot be reached is gone, noticed or not. */
    private static Refusal reason(OwnTask task, Node failed, Refusal why) {
        boolean unreached = why == Refusal.CONNECT_FAILED || why == Refusal.CONNECT_TIMEOUT;
        return unreached && task.onlyHome() && task.home() == failed.key() ? Refusal.HOME_GONE : why;
    }

    /**
     * Goes to a node that was not tried and leaves the present one, which has answered nothing; stays when there is no
     * other.
     *
     * @param outcome the outcome that the present node is told; it is in doubt when that is abandoned
     * @return false when no other node can be had now, by this task or by another one
     */
    public boolean move(Outcome outcome, long now) {
        Node from = attempts.assigned();
        if (attempt >= most()) {
            return true;
        }
        int doubts = outcome == Outcome.ABANDONED ? 1 : 0;
        add(from.slot());
        attempt++;
        moves += doubts;
        boolean left = attempts.leave(from, outcome, now);
        if (!left) {
            mayReturn();
            attempt--;
            moves -= doubts;
        }
        return left;
    }

    private void add(int slot) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, Math.max(4, 2 * count));
        }
        slots[count++] = slot;
    }

    /** Takes back that the last node was tried: the task may go there. */
    void mayReturn() {
        count--;
    }
}
