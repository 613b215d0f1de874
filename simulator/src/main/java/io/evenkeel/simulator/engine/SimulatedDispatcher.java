// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.overload.LearnedLimits;
import io.evenkeel.policy.overload.QueueRule;
import io.evenkeel.policy.overload.RetryBudget;
import io.evenkeel.simulator.admission.SimulatedAdmission;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.server.TaskLine;
import org.jspecify.annotations.Nullable;

/**
 * One dispatcher: a policy, what it sees, and a bounded queue in front of it, with the rules of the real one.
 *
 * <p>A task of a session goes to the node that has the session, its home, while that is not full; no policy is asked
 * then, unless it is one that decides about homes. Any other task that finds others waiting waits too; the queue is
 * served, oldest first, after each end of a task and each sample. A task that finds the queue full is refused, and so
 * is one that has waited too long. By CoDel's rule the newest is served first while the queue is late: see {@link
 * QueueRule}.
 */
final class SimulatedDispatcher {

    /** Answer of {@link #offer}: the task waits. */
    static final int QUEUED = -1;

    /** Answer of {@link #offer}: there is no place. */
    static final int REFUSED = -2;

    /** Answer of {@link #offer}: the request begins a session, and none is admitted. */
    static final int TURNED_AWAY = -3;

    private static final double NS_PER_MS = 1e6;

    final NodeArrays columns;
    private final Policy policy;
    private final boolean decidesHomes;
    private final Requests requests;
    private final TaskView view;
    private final int queueMax;
    private final long timeoutNs;
    private final QueueRule rule;
    private final @Nullable RetryBudget budget;
    private final @Nullable SimulatedAdmission admission;
    private final TaskLine waiting = new TaskLine();
    private final @Nullable LearnedLimits learned;
    private final int[] limits;

    /** A dispatcher that admits every session. */
    SimulatedDispatcher(NodeArrays columns, Policy policy, Requests requests, TaskView view, Dispatchers rules) {
        this(columns, policy, requests, view, rules, null);
    }

    /** @param admission says which sessions may begin; null when all may */
    SimulatedDispatcher(
            NodeArrays columns,
            Policy policy,
            Requests requests,
            TaskView view,
            Dispatchers rules,
            @Nullable SimulatedAdmission admission) {
        this.admission = admission;
        this.columns = columns;
        this.policy = policy;
        decidesHomes = policy.decidesHomes();
        this.requests = requests;
        this.view = view;
        queueMax = rules.queue();
        timeoutNs = Math.round(rules.queueTimeoutMs() * NS_PER_MS);
        rule = new QueueRule(Math.round(rules.queueTargetMs() * NS_PER_MS), 0);
        budget = rules.retryShare() > 0 ? new RetryBudget(rules.retryShare(), 0) : null;
        learned = rules.learnConcurrency() ? new LearnedLimits(columns.capacity()) : null;
        limits = new int[columns.capacity()];
        for (int slot = 0; slot < limits.length; slot++) {
            limits[slot] = columns.limit(slot);
            columns.limit(slot, learned == null ? limits[slot] : Math.min(limits[slot], LearnedLimits.FIRST));
        }
        columns.viewAll(0);
        for (int slot = 0; slot < columns.slots(); slot++) {
            policy.onJoin(slot, columns, 0);
        }
    }

    /** The load by time slices that the policy counts; null when it counts none. */
    @Nullable
    LoadBySlice bySlice(long nowNs) {
        return policy.bySlice(columns, nowNs);
    }

    /** Gives a new request a node, whose slot is returned, or a place in the queue, or nothing. */
    int offer(int request, long nowNs) {
        if (admission != null
                && !admission.admits(requests.beginsSession[request], requests.sinceRequestNs[request], nowNs)) {
            return TURNED_AWAY;
        }
        if (budget != null) {
            budget.deposit(nowNs);
        }
        if (waiting.isEmpty() || home(request) >= 0) {
            int slot = choose(request, nowNs);
            if (slot >= 0) {
                granted(request, nowNs);
                return slot;
            }
        }
        if (waiting.size() >= queueMax) {
            left(request, nowNs);
            return REFUSED;
        }
        requests.state[request] = Requests.WAITING;
        waiting.add(request);
        return QUEUED;
    }

    /**
     * Gives a request that its node has refused to another one, if the budget allows; a retry never waits.
     *
     * @return the slot, or {@link #REFUSED}
     */
    int retry(int request, long nowNs) {
        if (budget == null || requests.refusedBy[request] >= 0) {
            return REFUSED;
        }
        requests.refusedBy[request] = requests.slot[request];
        int refusing = requests.slot[request];
        if (columns.viewFor(nowNs, slot -> slot == refusing, shownHome(request)) == 0 || !budget.allows(nowNs)) {
            return REFUSED;
        }
        show(request, nowNs, 1, 0);
        int slot = policy.choose(view, columns);
        if (slot < 0) {
            return REFUSED;
        }
        budget.withdraw();
        start(request, slot, nowNs);
        return slot;
    }

    /** The node that has the request's session and takes it now; below 0 for none. */
    private int home(int request) {
        int home = requests.home[request];
        return home < 0 ? NodeArrays.HOME_GONE : columns.home(columns.key(home), null);
    }

    /** The key of the request's home for a policy that decides about it; 0 for one that does not, or for no home. */
    private long shownHome(int request) {
        int home = requests.home[request];
        return decidesHomes && home >= 0 ? columns.key(home) : 0;
    }

    private int choose(int request, long nowNs) {
        int count = columns.viewFor(nowNs, null, shownHome(request));
        int home = home(request);
        if (home < 0 && count == 0) {
            return Policy.HOLD;
        }
        show(request, nowNs, 0, 0);
        boolean asks = home < 0 || (decidesHomes && count > 0);
        int slot = asks ? policy.choose(view, columns) : home;
        if (slot >= 0) {
            start(request, slot, nowNs);
        }
        return slot;
    }

    private void start(int request, int slot, long nowNs) {
        columns.start(slot);
        columns.connections(slot, columns.tasks(slot));
        policy.onStart(view, slot, columns);
        requests.memo[request] = view.memo();
        requests.slot[request] = slot;
        requests.startedNs[request] = nowNs;
        requests.state[request] = Requests.IN_FLIGHT;
    }

    /** The head of the answer to a task has come, while the task goes on. */
    void head(int request, long nowNs) {
        requests.headNs[request] = nowNs - requests.startedNs[request];
    }

    /**
     * The node has answered a task with a 101: it holds no worker any more, and goes on as a tunnel until {@link
     * #finish}.
     */
    void tunnel(int request, long nowNs) {
        int slot = requests.slot[request];
        head(request, nowNs);
        requests.tunnel[request] = true;
        columns.tunnel(slot);
        columns.viewFor(nowNs, null);
        showAgain(request, nowNs);
        policy.onTunnel(view, slot, requests.headNs[request], columns);
        requests.memo[request] = view.memo();
    }

    private void show(int request, long nowNs, int attempt, int memo) {
        boolean placesSession = requests.placesSession[request];
        long key = requests.clientKey[request];
        view.show(nowNs, key, placesSession, attempt, memo);
        view.session(placesSession || requests.home[request] >= 0 ? key : 0, requests.thinkNs[request]);
        view.content(requests.kind[request], requests.object[request]);
    }

    /** Shows a request that has a node. */
    private void showAgain(int request, long nowNs) {
        show(request, nowNs, requests.refusedBy[request] < 0 ? 0 : 1, requests.memo[request]);
        view.answered(requests.headNs[request], requests.tunnel[request]);
    }

    /** A task has ended on its node. */
    void finish(int request, Outcome outcome, long nowNs) {
        int slot = requests.slot[request];
        int inFlight = columns.tasks(slot);
        columns.finish(slot, requests.tunnel[request]);
        columns.connections(slot, columns.tasks(slot));
        columns.viewFor(nowNs, null);
        showAgain(request, nowNs);
        policy.onFinish(view, slot, outcome, nowNs - requests.startedNs[request], columns);
        if (learned != null
                && outcome != Outcome.ABANDONED
                && !requests.tunnel[request]
                && learned.ended(slot, outcome == Outcome.SUCCEEDED, nowNs - requests.startedNs[request], inFlight)) {
            columns.limit(slot, Math.min(limits[slot], learned.limit(slot)));
        }
    }

    /** A sample of a node has arrived; one that is older than the last is dropped. */
    void sample(int slot, double[] rows, int from, long takenNs, long nowNs) {
        if (columns.samples().has(slot) && takenNs < columns.samples().takenNs(slot)) {
            return;
        }
        if (columns.sample(slot, rows, from, takenNs)) {
            columns.relist();
        }
        columns.viewFor(nowNs, null);
        policy.onSample(slot, columns, nowNs);
    }

    /**
     * Tries to give a node to the request whose turn it is; returns it, or -1 when none waits or no node may take it.
     */
    int serve(long nowNs) {
        if (waiting.isEmpty() || choose(rule.late() ? waiting.last() : waiting.first(), nowNs) < 0) {
            return -1;
        }
        long oldestWaitNs = nowNs - oldestNs();
        int request = rule.late() ? waiting.removeLast() : waiting.remove();
        rule.served(oldestWaitNs, waiting.isEmpty());
        granted(request, nowNs);
        return request;
    }

    private void granted(int request, long nowNs) {
        if (admission != null) {
            admission.granted(nowNs - requests.issuedNs[request], nowNs);
        }
    }

    private void left(int request, long nowNs) {
        if (admission != null) {
            admission.left(nowNs - requests.issuedNs[request], nowNs);
        }
    }

    /**
     * Looks at the queue. The engine calls it at {@link #nextLookNs} while a request waits.
     *
     * @return true when the request that has waited longest has waited too long
     */
    boolean look(long nowNs) {
        if (waiting.isEmpty()) {
            rule.empty();
            return false;
        }
        rule.look(nowNs, nowNs - oldestNs());
        return nowNs - oldestNs() >= longestNs();
    }

    /** The moment to look at the queue next; {@link Long#MAX_VALUE} when none waits. */
    long nextLookNs(long nowNs) {
        if (waiting.isEmpty()) {
            return Long.MAX_VALUE;
        }
        return rule.nextLookNs(nowNs, oldestNs() + longestNs());
    }

    private long longestNs() {
        return rule.longestNs(timeoutNs);
    }

    /** The time when the request that has waited longest came; {@link Long#MAX_VALUE} when none waits. */
    long oldestNs() {
        return waiting.isEmpty() ? Long.MAX_VALUE : requests.issuedNs[waiting.first()];
    }

    /** Takes the request that has waited longest out of the queue; there must be one. */
    int giveUp(long nowNs) {
        int request = waiting.remove();
        left(request, nowNs);
        return request;
    }

    /** Takes a request out of the queue. */
    void cancel(int request, long nowNs) {
        waiting.cancel(request);
        left(request, nowNs);
    }
}
