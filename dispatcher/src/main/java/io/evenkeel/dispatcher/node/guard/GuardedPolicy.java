// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.guard;

import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import org.jspecify.annotations.Nullable;

/**
 * A policy whose failures while it is merely told something stay its own: they are written to the event log, and what
 * the cluster counts remains true. A failure to choose is the task's, and passes.
 *
 * <p>One that follows another in a running cluster hears of those tasks that it was told to have begun, and of the
 * others only once it {@link #inherits}: what the other left with a task means nothing to it. Whose a task is, the
 * cluster knows by its {@link #era} and asks {@link #hears}; a time would not tell, since tasks begin while a reload
 * is under way.
 *
 * <p>Inside the cluster's gate, like the policy itself.
 */
public final class GuardedPolicy implements Policy {

    private final String cluster;
    private final String name;
    private final Policy policy;
    private final int era;
    private final EventLogger log;
    private int hearsFrom;
    private long failures;

    private GuardedPolicy(String cluster, String name, Policy policy, int era, EventLogger log) {
        this.log = log;
        this.cluster = cluster;
        this.name = name;
        this.policy = policy;
        this.era = era;
        this.hearsFrom = era;
    }

    /** The first policy of a cluster. */
    public static GuardedPolicy first(String cluster, String name, Policy policy, EventLogger log) {
        return new GuardedPolicy(cluster, name, policy, 0, log);
    }

    /** One that comes to a cluster at work, after another. */
    public static GuardedPolicy successor(String cluster, String name, Policy policy, Policy before, EventLogger log) {
        int era = before instanceof GuardedPolicy guarded ? guarded.era + 1 : 0;
        return new GuardedPolicy(cluster, name, policy, era, log);
    }

    /** The name of the policy. */
    public String name() {
        return name;
    }

    /** The number of this policy among those of its cluster, which a task keeps that begins under it. */
    public int era() {
        return era;
    }

    /** True when the policy is to be told what becomes of a task that began in an era. */
    public boolean hears(int taskEra) {
        return taskEra >= hearsFrom;
    }

    @Override
    public boolean decidesHomes() {
        return policy.decidesHomes();
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return policy.choose(task, nodes);
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        try {
            policy.onStart(task, slot, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onStart", e);
        }
    }

    @Override
    public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
        try {
            policy.onTunnel(task, slot, elapsedNs, nodes);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("onTunnel", e);
        }
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
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
            if (before instanceof GuardedPolicy guarded && policy.inherits(guarded.policy)) {
                hearsFrom = guarded.hearsFrom;
                return true;
            }
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("inherits", e);
        }
        return false;
    }

    @Override
    public @Nullable LoadBySlice bySlice(Nodes nodes, long nowNs) {
        try {
            LoadBySlice told = policy.bySlice(nodes, nowNs);
            return told == null ? null : told.checked();
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failed("bySlice", e);
            return null;
        }
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
            log.error(cluster + ": the policy's " + call + " failed, failure " + failures, thrown);
        }
    }
}
