// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.reported.LeastReported;
import io.evenkeel.policy.reported.Reported;
import java.util.List;

/**
 * Chooses the node whose machine is least busy: least {@code CPU_SHARE}, a share; equals take turns.
 *
 * <p>Compensated, each task in flight beyond those the sample saw adds {@code (CPU_SHARE + 1 / k) / (tasks + 1)}. A
 * sample is fresh for two periods, then drifts to the mean of the others, and after five counts as none; a node without
 * a figure is chosen only when no node has one ({@link Reported}).
 *
 * <p>Fails where the CPU is not what is short: a node whose tasks all wait for its database looks idle. As reported, it
 * sends everything to one node until the next sample; the simulation of paper 1's cluster then failed most requests.
 * Cost: O(n).
 *
 * <p>Source: paper 1, section 3.2.3, TAPR-07 (OS_CPU_USED%).
 */
final class LeastLoadedPolicy {

    static final PolicyType TYPE = new PolicyType(
            "least-loaded",
            "Chooses the node whose machine is least busy.",
            "least CPU_SHARE + each * (inFlight - inFlight at the sample)",
            "paper 1, section 3.2.3, TAPR-07",
            PolicyType.Needs.AGENT,
            List.of(Reported.FEEDBACK, Reported.PERIOD),
            settings -> new LeastReported(settings, LeastLoadedPolicy::cpu, LeastLoadedPolicy::eachTask, null));

    private LeastLoadedPolicy() {}

    private static double cpu(int slot, Nodes nodes) {
        return nodes.sample(slot, Sample.CPU_SHARE);
    }

    private static double eachTask(int slot, Nodes nodes) {
        return Reported.eachOf(cpu(slot, nodes), slot, nodes);
    }
}
