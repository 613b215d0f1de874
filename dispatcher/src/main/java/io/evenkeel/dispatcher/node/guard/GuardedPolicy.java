// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.guard;

import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;

/**
 * A policy whose failures while it is merely told something stay its own: they are written to the event log, and what the cluster counts
 * remains true. A failure to choose is the task's, and passes.
 *
 * <p>One that follows another in a running cluster hears of those tasks that began after it came, and of the others
 * only once it {@link #inherits}: what the other left with a task means nothing to it.
 *
 * <p>Inside the cluster's gate, like the policy itself.
 */
public final class GuardedPolicy implements Policy {

    private final String cluster;
    private final String name;
    private final Policy policy;
    private final long fromNs;
    private boolean hearsAll;
    private long failures;

    private GuardedPolicy(String cluster, String name, Policy policy, boolean hearsAll, long fromNs) {
        this.cluster = cluster;
        this.name = name;
        this.policy = policy;
        this.hearsAll = hearsAll;
        this.fromNs = fromNs;
    }

    /** The first policy of a cluster. */
    public static GuardedPolicy first(String cluster, String name, Policy policy) {
        return new GuardedPolicy(cluster, name, policy, true, 0);
    }

    /** One that comes to a cluster at work. */
    public static GuardedPolicy successor(String cluster, String name, Policy policy, long nowNs) {
        return new GuardedPolicy(cluster, name, policy, false, nowNs);
    }

    /** The name of the policy. */
    public String name() {
        return name;
    }

    private boolean hears(long begunNs) {
        return hearsAll || begunNs - fromNs >= 0;
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return policy.choose(task, nodes);
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        if (!hears(task.nowNs())) {
            return;
        }
        try {
            policy.onStart(task, slot, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onStart", e);
        }
    }

    @Override
    public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
        if (!hears(task.nowNs() - elapsedNs)) {
            return;
        }
        try {
            policy.onTunnel(task, slot, elapsedNs, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onTunnel", e);
        }
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        if (!hears(task.nowNs() - elapsedNs)) {
            return;
        }
        try {
            policy.onFinish(task, slot, outcome, elapsedNs, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onFinish", e);
        }
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        try {
            policy.onJoin(slot, nodes, nowNs);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onJoin", e);
        }
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        try {
            policy.onLeave(slot, nodes, nowNs);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onLeave", e);
        }
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        try {
            policy.onSample(slot, nodes, nowNs);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onSample", e);
        }
    }

    @Override
    public boolean inherits(Policy before) {
        try {
            hearsAll |= before instanceof GuardedPolicy guarded && policy.inherits(guarded.policy);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("inherits", e);
        }
        return hearsAll;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        try {
            return policy.score(task, slot, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("score", e);
            return Double.NaN;
        }
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        try {
            return policy.reason(task, slot, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("reason", e);
            return "";
        }
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        try {
            return policy.why(task, slot, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("why", e);
            return "";
        }
    }

    /** Logs the failure, but of many only the 1st, 2nd, 4th, 8th and so on. */
    private void failed(String call, Throwable thrown) {
        if (Long.bitCount(++failures) == 1) {
            EventLog.CLUSTER.error(cluster + ": the policy's " + call + " failed, failure " + failures, thrown);
        }
    }
}
