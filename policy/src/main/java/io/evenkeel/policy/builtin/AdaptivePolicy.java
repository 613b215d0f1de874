// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.InFlight;
import io.evenkeel.policy.load.LeastLoad;
import io.evenkeel.policy.load.Rotation;
import java.util.List;

/**
 * Takes turns while the cluster is quiet and chooses the fewest connections while it is busy.
 *
 * <pre>
 * load = tasks in flight / eligible nodes
 * quiet becomes busy at  load >= threshold
 * busy becomes quiet at  load &lt; threshold * (1 - hysteresis)
 * </pre>
 *
 * The default threshold is 4 tasks a node: a server 80 % busy holds 0.8 / (1 - 0.8) = 4 tasks on average (M/M/1), and
 * paper 2 saw least connections pull ahead at 400 to 430 requests per second of 5 servers good for 104 each, which is
 * 80 %.
 *
 * <p>Below the threshold it fails where round robin fails: on unequal nodes. Cost: O(n).
 *
 * <p>Source: paper 2, section 6.1.4 and chapter 7, which proposes the switch and leaves the point of it open.
 */
final class AdaptivePolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "adaptive",
            "Round robin below a load threshold, least connections above it.",
            "mean inFlight per node < threshold: round-robin, else least-connections; with hysteresis",
            "paper 2, section 6.1.4 and chapter 7",
            PolicyType.Needs.NOTHING,
            List.of(
                    new Parameter(
                            "threshold",
                            Parameter.Kind.NUMBER,
                            0,
                            1e6,
                            4,
                            "tasks in flight per node from which the cluster is busy"),
                    new Parameter(
                            "hysteresis",
                            Parameter.Kind.SHARE,
                            0,
                            0.95,
                            0.25,
                            "how far below the threshold the load must fall before the cluster is quiet again")),
            AdaptivePolicy::new);

    private final double busyFrom;
    private final double quietBelow;
    private final InFlight load = new InFlight();
    private final LeastLoad least = new LeastLoad(load);
    private final Rotation circle = new Rotation();
    private boolean busy;

    private AdaptivePolicy(PolicySettings settings) {
        busyFrom = settings.option("threshold");
        quietBelow = busyFrom * (1 - settings.option("hysteresis"));
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        int count = nodes.count();
        long inFlight = 0;
        for (int k = 0; k < count; k++) {
            inFlight += nodes.inFlight(nodes.at(k)) + nodes.peersInFlight(nodes.at(k));
        }
        double mean = (double) inFlight / count;
        busy = mean >= (busy ? quietBelow : busyFrom);
        return busy ? least.choose(nodes, task.nowNs()) : circle.next(nodes);
    }

    @Override
    public boolean inherits(Policy before) {
        if (before instanceof AdaptivePolicy other) {
            busy = other.busy;
            return true;
        }
        return false;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return busy ? load.of(slot, nodes, task.nowNs()) : Double.NaN;
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return busy ? "" : "its turn in the circle, as the cluster is below its threshold";
    }
}
