// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import java.util.List;
import java.util.Locale;

/**
 * Gives each node an interval of request sizes, small ones to the first node and large ones to the last, so that small
 * requests never wait behind large ones: size interval task assignment with equal load.
 *
 * <pre>
 * size     = time that requests for the same thing take alone (ContentWork)
 * place    = work of all smaller requests / all work (SizeIntervals), 0 to 1
 * chosen   = node i with place in [ shares before i, shares up to i ),   share = weight * warmShare / sum of all
 * </pre>
 *
 * The sizes are learned from the times of answers, and the intervals made again each second so that each holds the same
 * work. A size that holds more work than a node's share is split over several. Requests of unknown size take turns.
 *
 * <p>Fails where servers share their cores among all requests, as app servers do: large requests then delay small ones
 * little, and intervals only take choice away. It sees no load: a burst of small requests saturates their node while
 * others are idle. Nodes of unequal speed need weights. A size that does not follow from the path cannot be learned,
 * nor, without {@code request-classes}, that of a path with a number in it that is new each time. Cost: O(n), two
 * passes; 200 kB.
 *
 * <p>Source: paper 1, appendix A.1.2; M. Harchol-Balter, M. Crovella and C. Murta, "On choosing a task assignment
 * policy for a distributed server system", JPDC 59(2), 1999, which knows sizes beforehand.
 */
final class SitaEPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "sita-e",
            "Gives each node an interval of request sizes with equal work, learned from times of answers.",
            "node i with (work of smaller requests) / (all work) in its part of 0..1, parts by weight",
            "paper 1, appendix A.1.2; Harchol-Balter et al., JPDC 1999",
            PolicyType.Needs.HTTP,
            List.of(new Parameter(
                    "window", Parameter.Kind.DURATION, 1, 86400, 60, "time over which what was learned fades to 1/e")),
            SitaEPolicy::new);

    private static final double ROUNDING = 1e-9;

    private final ContentWork work;

    private SitaEPolicy(PolicySettings settings) {
        work = new ContentWork(settings.option("window") * 1e9);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        double left = work.intervals().next(work.sizeNs(task)) * all(nodes);
        int last = nodes.count() - 1;
        for (int k = 0; k < last; k++) {
            left -= share(nodes.at(k), nodes);
            if (left < 0) {
                return nodes.at(k);
            }
        }
        return nodes.at(last);
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        task.memo(nodes.inFlight(slot));
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        work.ended(task, slot, outcome, elapsedNs, task.memo(), nodes);
    }

    @Override
    public boolean inherits(Policy before) {
        if (before instanceof SitaEPolicy other) {
            work.inherit(other.work);
            return true;
        }
        return false;
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        double before = 0;
        for (int k = 0; k < nodes.count() && nodes.at(k) < slot; k++) {
            before += share(nodes.at(k), nodes);
        }
        double all = all(nodes);
        double leastNs = work.intervals().sizeNs(before / all + ROUNDING);
        return leastNs > 0 ? String.format(Locale.ROOT, "takes requests from %.3g ms on", leastNs / 1e6) : "";
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        double sizeNs = work.sizeNs(task);
        return sizeNs > 0
                ? String.format(Locale.ROOT, "requests like this one take %.3g ms, a size of this node", sizeNs / 1e6)
                : "its turn, as nobody knows how long requests like this one take";
    }

    private static double all(Nodes nodes) {
        double all = 0;
        for (int k = 0; k < nodes.count(); k++) {
            all += share(nodes.at(k), nodes);
        }
        return all;
    }

    private static double share(int slot, Nodes nodes) {
        return nodes.weight(slot) * nodes.warmShare(slot);
    }
}
