// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.overload.OtherSessions;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rules for overload that are in force in a cluster, which may have none: then all tasks are admitted, and only
 * those that are refused are counted. A caller on the path of a task asks {@link #isOff} first, so that it need not
 * gather what nobody reads.
 *
 * <p>Inside the cluster's gate, except where a method says otherwise.
 */
public final class OverloadInForce {

    private final NodeArrays arrays;
    private final RefusedTasks refused = new RefusedTasks();
    private @Nullable ClusterOverload rules;

    /** Written inside the gate, and read without it by who needs no other order. */
    private volatile long patienceNs = Long.MAX_VALUE;

    /** The rules of settings for nodes with these columns. */
    public OverloadInForce(OverloadSettings settings, NodeArrays arrays, long nowNs) {
        this.arrays = arrays;
        rules = ClusterOverload.of(settings, null, arrays, nowNs);
    }

    /** Puts other settings in force; what was learned before is kept. */
    public void follow(OverloadSettings settings, long nowNs) {
        rules = ClusterOverload.of(settings, rules, arrays, nowNs);
        if (rules == null) {
            patienceNs = Long.MAX_VALUE;
        }
    }

    /** The tasks that were refused, with and without rules. Any thread. */
    public RefusedTasks refused() {
        return refused;
    }

    /** True while there are no rules. */
    public boolean isOff() {
        return rules == null;
    }

    /**
     * A task came for the first time.
     *
     * @param number of its class
     * @param begins true when it begins a session
     * @param idleNs since the last request of its session; below 0 when that is not known
     * @return false when it begins a session that is not admitted
     */
    public boolean admits(int number, boolean begins, long idleNs, long nowNs) {
        if (rules == null) {
            return true;
        }
        if (!rules.admits(number, begins, idleNs, nowNs)) {
            refused.add(RefusedTasks.Reason.NO_NEW_SESSIONS);
            return false;
        }
        patienceNs = rules.patienceNs();
        return true;
    }

    /** Takes over what joined dispatchers tell of their sessions. */
    public void others(OtherSessions told) {
        if (rules != null) {
            rules.others(told);
        }
    }

    /**
     * A task of a class that came at {@code askedNs} got a node.
     *
     * @param forAll false when it has waited for its home alone, while half of the places of the others were free
     */
    public void granted(int number, long askedNs, boolean forAll, long nowNs) {
        if (rules != null) {
            rules.granted(number, Math.max(0, nowNs - askedNs), forAll, nowNs);
        }
    }

    /**
     * A task of a class, and of a client's {@code clientKey}, that came at {@code askedNs} got none.
     *
     * @param forAll false when it has waited for its home alone, while half of the places of the others were free
     */
    public void left(int number, WithoutNode why, long client, long askedNs, boolean forAll, long nowNs) {
        refused.add(why);
        if (rules != null) {
            rules.left(number, why, client, Math.max(0, nowNs - askedNs), forAll, nowNs);
        }
    }

    /** The time for which clients were seen to wait; {@link Long#MAX_VALUE} when that is not known. Any thread. */
    public long patienceNs() {
        return patienceNs;
    }

    /**
     * Seconds after which the client of a task that is refused now may come again.
     *
     * @param session true when its session was not admitted
     * @param waiting tasks that wait
     */
    public int retryAfterS(boolean session, int waiting, long nowNs) {
        return rules == null ? 1 : rules.retryAfterS(session, waiting, nowNs);
    }

    /**
     * Figures at this moment; changes nothing.
     *
     * @param waiting gives the number of tasks that wait, by the number of their class
     * @param bounds those of the nodes
     */
    public OverloadCounts counts(IntUnaryOperator waiting, List<NodeBound> bounds, long nowNs) {
        return rules == null ? OverloadCounts.NONE : rules.counts(waiting, bounds, nowNs);
    }
}
