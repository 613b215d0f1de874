// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.PeakEwma;
import io.evenkeel.policy.load.TwoChoices;
import java.util.List;

/**
 * Draws two nodes and chooses the one that should answer sooner: lesser {@code cost * (inFlight + 1) / warmShare}.
 *
 * <p>The cost is the response time in nanoseconds; it jumps to a slow answer at once and comes down over {@code decay},
 * so a node in a collection or a failover is left within one answer. Response time already contains the queue, so
 * queues count twice, and one slow page gives a node a bad name for a while. Cost: O(1), two exponentials.
 *
 * <p>Source: twitter/finagle, PeakEwma with power of two choices.
 */
final class PeakEwmaPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "peak-ewma",
            "Draws two nodes at random and chooses the one that should answer sooner.",
            "lesser cost * (inFlight + 1) / warmShare of two; cost = peak-sensitive EWMA of response time",
            "twitter/finagle, PeakEwma",
            PolicyType.Needs.NOTHING,
            List.of(new Parameter(
                    "decay", Parameter.Kind.DURATION, 0.01, 3600, 10, "time over which a peak fades to 1/e")),
            PeakEwmaPolicy::new);

    private final PeakEwma load;
    private final TwoChoices two;

    private PeakEwmaPolicy(PolicySettings settings) {
        load = new PeakEwma(settings.maxNodes(), settings.option("decay") * 1e9);
        two = new TwoChoices(load, settings.random());
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return two.choose(nodes, task.nowNs());
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        load.onFinish(task, slot, outcome, elapsedNs);
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        load.onJoin(slot);
    }

    @Override
    public boolean inherits(Policy before) {
        if (before instanceof PeakEwmaPolicy other) {
            load.inherit(other.load);
            return true;
        }
        return false;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.of(slot, nodes, task.nowNs());
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return nodes.count() == 1
                ? "the only node that may take it"
                : "the one of two randomly drawn nodes that should answer sooner";
    }
}
