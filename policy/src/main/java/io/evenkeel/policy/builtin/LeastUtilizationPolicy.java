// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.reported.LeastReported;
import io.evenkeel.policy.reported.Reported;
import java.util.List;

/**
 * Chooses the node that was at work for the least of its time: least {@code UTILIZATION_SHARE}, the u of paper 5;
 * equals take turns.
 *
 * <p>Compensated, each task in flight beyond those the sample saw adds {@code (u + 1 / k) / (tasks + 1)}, and where
 * sessions are placed, as in the paper, each session since then {@code u / (λ (r + h))}, the mean of those that are
 * there. A sample is fresh for two periods, then drifts to the mean of the others, and after five counts as none; a
 * node without a figure is chosen only when no node has one ({@link Reported}).
 *
 * <p>Fails under overload, where every node is at work all the time and nothing tells them apart; and a slow node is
 * filled as far as a fast one, so its response times are the worst. Paper 5 found it the best at levelling load and not
 * the best for the slowest server. Cost: O(n).
 *
 * <p>Source: paper 5, section 2.2.4 (u = total service time / interval) and section 4 (LU).
 */
final class LeastUtilizationPolicy {

    static final PolicyType TYPE = new PolicyType(
            "least-utilization",
            "Chooses the node that was at work for the least of its time.",
            "least u + each * (inFlight - inFlight at the sample)",
            "paper 5, section 4, LU",
            PolicyType.Needs.AGENT,
            List.of(Reported.FEEDBACK, Reported.PERIOD),
            settings -> new LeastReported(
                    settings,
                    LeastUtilizationPolicy::utilization,
                    LeastUtilizationPolicy::eachTask,
                    LeastUtilizationPolicy::eachSession));

    private LeastUtilizationPolicy() {}

    private static double utilization(int slot, Nodes nodes) {
        return nodes.sample(slot, Sample.UTILIZATION_SHARE);
    }

    private static double eachTask(int slot, Nodes nodes) {
        return Reported.eachOf(utilization(slot, nodes), slot, nodes);
    }

    private static double eachSession(int slot, Nodes nodes) {
        return Reported.eachSessionOf(utilization(slot, nodes), slot, nodes);
    }
}
