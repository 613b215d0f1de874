// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.overload.KnownCapacity;
import io.evenkeel.policy.overload.LearnedPatience;
import io.evenkeel.policy.overload.OtherSessions;
import io.evenkeel.policy.overload.RetryAfter;
import io.evenkeel.policy.overload.SessionAdmission;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Admission of sessions to a cluster, counts by class, and the time after which refused clients may come again. There
 * is one only where the settings have rules for overload. Threads: the one inside the cluster's gate.
 */
@SuppressWarnings("EnumOrdinal") // columns of numbers
public final class ClusterOverload {

    private static final int REASONS = WithoutNode.values().length;

    private final OverloadSettings settings;
    private final @Nullable SessionAdmission admission;
    private final @Nullable LearnedPatience patience;
    private final KnownCapacity capacity;
    private final RetryAfter ofTasks;
    private final RetryAfter ofSessions;
    private final List<String> names;
    private final long[] admitted;
    private final long[][] without;

    private ClusterOverload(
            OverloadSettings settings,
            @Nullable SessionAdmission admission,
            @Nullable LearnedPatience patience,
            KnownCapacity capacity,
            RetryAfter ofTasks,
            RetryAfter ofSessions) {
        this.settings = settings;
        this.admission = admission;
        this.patience = patience;
        this.capacity = capacity;
        this.ofTasks = ofTasks;
        this.ofSessions = ofSessions;
        names = settings.classNames();
        admitted = new long[names.size()];
        without = new long[names.size()][REASONS];
    }

    /**
     * The rules of settings; null when there are none. What was learned before is kept; classes are counted from 0 when
     * the settings have changed.
     */
    public static @Nullable ClusterOverload of(
            OverloadSettings settings, @Nullable ClusterOverload before, NodeArrays arrays, long nowNs) {
        if (settings.isOff()) {
            return null;
        }
        if (before != null && before.settings.equals(settings)) {
            return before;
        }
        SessionAdmission known = before == null ? null : before.admission;
        LearnedPatience learned = before == null ? null : before.patience;
        return new ClusterOverload(
                settings,
                !settings.admitSessions() ? null : known != null ? known : new SessionAdmission(nowNs),
                !settings.learnPatience() ? null : learned != null ? learned : new LearnedPatience(),
                new KnownCapacity(arrays, nowNs),
                before == null ? new RetryAfter(nowNs) : before.ofTasks,
                before == null ? new RetryAfter(nowNs) : before.ofSessions);
    }

    private int at(int number) {
        return number < admitted.length ? number : 0;
    }

    /**
     * A task came.
     *
     * @param number of its class
     * @param begins true when it begins a session
     * @param idleNs since the last request of its session; below 0 when that is not known
     * @return false when it begins a session that is not admitted
     */
    public boolean admits(int number, boolean begins, long idleNs, long nowNs) {
        if (admission == null) {
            return true;
        }
        if (!begins) {
            admission.passed(idleNs, nowNs);
            return true;
        }
        SessionAdmission.SessionAnswer answer = admission.asks(capacity.perSecond(nowNs), nowNs);
        if (answer == SessionAdmission.SessionAnswer.ADMITTED) {
            ofSessions.served(nowNs);
            return true;
        }
        boolean late = answer == SessionAdmission.SessionAnswer.LATE;
        without[at(number)][(late ? WithoutNode.SESSIONS_WAIT : WithoutNode.SESSIONS_CAPACITY).ordinal()]++;
        return false;
    }

    /** Takes over what joined dispatchers tell of their sessions. */
    public void others(OtherSessions told) {
        if (admission != null) {
            admission.others(told);
        }
    }

    /**
     * A task got a node after it had waited for so long.
     *
     * @param forAll false when it has waited for its home alone, which is no reason to keep sessions out
     */
    public void granted(int number, long waitNs, boolean forAll, long nowNs) {
        admitted[at(number)]++;
        ofTasks.served(nowNs);
        if (patience != null && waitNs > 0) {
            patience.stayed(waitNs);
        }
        if (admission != null) {
            admission.granted(waitNs, forAll, nowNs);
        }
    }

    /**
     * A task of a client's {@code clientKey} found no place in the queue, or left it without a node.
     *
     * @param forAll false when it has waited for its home alone, which is no reason to keep sessions out
     */
    public void left(int number, WithoutNode why, long client, long waitNs, boolean forAll, long nowNs) {
        without[at(number)][why.ordinal()]++;
        if (patience != null && why == WithoutNode.CLIENT_GONE) {
            patience.left(waitNs, client);
        } else if (patience != null && why != WithoutNode.QUEUE_FULL) {
            patience.stayed(waitNs);
        }
        if (admission != null) {
            admission.left(waitNs, forAll, nowNs);
        }
    }

    /** The time for which clients were seen to wait; {@link Long#MAX_VALUE} when it is not known, or not learned. */
    public long patienceNs() {
        return patience == null ? Long.MAX_VALUE : patience.patienceNs();
    }

    /**
     * Seconds after which a client that is refused now may come again.
     *
     * @param session true when a session was not admitted
     * @param waiting tasks that wait
     */
    public int retryAfterS(boolean session, int waiting, long nowNs) {
        return session ? ofSessions.refused(0, nowNs) : ofTasks.refused(waiting, nowNs);
    }

    /**
     * Figures at this moment; changes nothing.
     *
     * @param waiting gives the number of tasks that wait, by the number of their class
     * @param bounds those of the nodes
     */
    public OverloadCounts counts(IntUnaryOperator waiting, List<NodeBound> bounds, long nowNs) {
        List<ClassCounts> classes = new ArrayList<>();
        for (int k = 0; k < admitted.length; k++) {
            Map<WithoutNode, Long> reasons = new EnumMap<>(WithoutNode.class);
            for (WithoutNode reason : WithoutNode.values()) {
                reasons.put(reason, without[k][reason.ordinal()]);
            }
            classes.add(new ClassCounts(names.get(k), waiting.applyAsInt(k), admitted[k], reasons));
        }
        return admission == null
                ? new OverloadCounts(false, 0, Double.POSITIVE_INFINITY, 0, 1, classes, patienceNs(), bounds)
                : new OverloadCounts(
                        true,
                        admission.active(nowNs),
                        admission.most(capacity.lastPerSecond()),
                        admission.thinkNs(),
                        admission.chance(),
                        classes,
                        patienceNs(),
                        bounds);
    }
}
