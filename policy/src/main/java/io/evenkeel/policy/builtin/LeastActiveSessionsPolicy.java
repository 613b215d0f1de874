// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.reported.LeastReported;
import io.evenkeel.policy.reported.Reported;
import java.util.List;

/**
 * Chooses the node with the fewest active sessions for the most it can carry; equals take turns.
 *
 * <pre>
 * NS    = λ (r + h)     sessions at work or thinking; λ = ARRIVALS_PER_S, r = RESPONSE_MS, h = THINK_MS
 * NSmax = 1 / s         s = MEAN_SERVICE_MS
 * least   NS / NSmax = λ (r + h) s
 * </pre>
 *
 * Times are in seconds. Without arrivals NS is 0, whatever else the sample lacks: an idle node is known to be idle.
 * With arrivals, an absent h counts as 0, since no client came twice, and an absent s as r, as if no request had
 * waited; without r nothing is known.
 *
 * <p>Compensated, each task in flight beyond those the sample saw stands for {@code (r + h) / r} sessions (Little: λ r
 * tasks are λ (r + h) sessions) and adds {@code s (r + h) / r}; where sessions are placed, as in the paper, each one
 * since then adds s; a node that does not tell takes the mean of the others. A sample is fresh for two periods, then
 * drifts to the mean of the others, and after five counts as none; a node without a figure is chosen only when no node
 * has one ({@link Reported}).
 *
 * <p>Fails when sessions differ much, as it counts heads. As reported, it sends everything to one node until the next
 * sample; in paper 5, where a choice places a whole session, that did less harm. Cost: O(n).
 *
 * <p>Source: paper 5, section 2.2 (the measurements) and section 4 (LAS).
 */
final class LeastActiveSessionsPolicy {

    static final PolicyType TYPE = new PolicyType(
            "least-active-sessions",
            "Chooses the node with the fewest active sessions for the most it can carry.",
            "least NS / NSmax, NS = λ (r + h), NSmax = 1 / s",
            "paper 5, section 4, LAS",
            PolicyType.Needs.AGENT,
            List.of(Reported.FEEDBACK, Reported.PERIOD),
            settings -> new LeastReported(
                    settings,
                    LeastActiveSessionsPolicy::sessionShare,
                    LeastActiveSessionsPolicy::eachTask,
                    LeastActiveSessionsPolicy::serviceS));

    private static final double MS_PER_S = 1000;

    private LeastActiveSessionsPolicy() {}

    private static double sessionShare(int slot, Nodes nodes) {
        double arrivalsPerS = nodes.sample(slot, Sample.ARRIVALS_PER_S);
        if (arrivalsPerS == 0) {
            return 0;
        }
        return arrivalsPerS * (responseS(slot, nodes) + thinkS(slot, nodes)) * serviceS(slot, nodes);
    }

    private static double eachTask(int slot, Nodes nodes) {
        double responseS = responseS(slot, nodes);
        return serviceS(slot, nodes) * (responseS + thinkS(slot, nodes)) / responseS;
    }

    private static double responseS(int slot, Nodes nodes) {
        return nodes.sample(slot, Sample.RESPONSE_MS) / MS_PER_S;
    }

    private static double thinkS(int slot, Nodes nodes) {
        return Reported.orElse(nodes.sample(slot, Sample.THINK_MS) / MS_PER_S, 0);
    }

    private static double serviceS(int slot, Nodes nodes) {
        return Reported.orElse(nodes.sample(slot, Sample.MEAN_SERVICE_MS) / MS_PER_S, responseS(slot, nodes));
    }
}
