// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Services;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.LeastLoad;
import java.util.List;
import java.util.Locale;

/**
 * Shares out requests of each of four classes by themselves, so that no node gets the heavy ones of all: the
 * client-aware policy.
 *
 * <pre>
 * class    = by rule: that of the request's service, if it is one of Services.IMPACTS: static, cpu, disk, cpu-and-disk
 *            else learned: the quarter of the cluster's work in which requests of its size lie, light ones first
 * chosen   = least tasks in flight of the class / (weight * warmShare);  equals take turns, in a circle for each class
 * </pre>
 *
 * Sizes are learned from the times of answers (ContentWork) and quarters made again each second; a request of unknown
 * size is light.
 *
 * <p>Fails as the source says: it does not see how busy or fast nodes are, only its own tasks of one class, so a node
 * that fails fast or is slow because of another class is not avoided. Nodes of unequal speed need weights. Cost: O(n);
 * 200 kB.
 *
 * <p>Source: paper 1, appendix A.1.2, which classifies by hand: static and light, CPU-bound, disk-bound, both; E.
 * Casalicchio and M. Colajanni, "A client-aware dispatching algorithm for web clusters providing multiple services",
 * WWW10, 2001. Classes that are learned are ours.
 */
final class CapPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "cap",
            "Shares out each of four classes of requests by itself, given by rules or learned from times of answers.",
            "least (tasks in flight of the request's class) / weight, a circle for each class",
            "paper 1, appendix A.1.2; Casalicchio and Colajanni, WWW10, 2001",
            PolicyType.Needs.HTTP,
            List.of(new Parameter(
                    "window", Parameter.Kind.DURATION, 1, 86400, 60, "time over which what was learned fades to 1/e")),
            CapPolicy::new);

    private static final int CLASSES = 4;
    private static final int CLASS_BITS = 2;
    private static final int MOST_TOGETHER = 1 << 28;

    private final ContentWork work;
    private final int[][] active;
    private final LeastLoad[] least = new LeastLoad[CLASSES];

    private CapPolicy(PolicySettings settings) {
        work = new ContentWork(settings.option("window") * 1e9);
        active = new int[CLASSES][settings.maxNodes()];
        for (int c = 0; c < CLASSES; c++) {
            int[] ofClass = active[c];
            least[c] =
                    new LeastLoad((slot, nodes, nowNs) -> ofClass[slot] / (nodes.weight(slot) * nodes.warmShare(slot)));
        }
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return least[classOf(task)].choose(nodes, task.nowNs());
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        int c = classOf(task);
        active[c][slot]++;
        task.memo(Math.min(nodes.inFlight(slot), MOST_TOGETHER) << CLASS_BITS | c);
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        active[task.memo() & (CLASSES - 1)][slot]--;
        work.ended(task, slot, outcome, elapsedNs, task.memo() >> CLASS_BITS, nodes);
    }

    @Override
    public boolean inherits(Policy before) {
        if (before instanceof CapPolicy other) {
            work.inherit(other.work);
            for (int c = 0; c < CLASSES; c++) {
                System.arraycopy(other.active[c], 0, active[c], 0, active[c].length);
            }
            return true;
        }
        return false;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return active[classOf(task)][slot] / (nodes.weight(slot) * nodes.warmShare(slot));
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        double sizeNs = work.sizeNs(task);
        if (task.service() > 0 && task.service() <= CLASSES) {
            return "least tasks of the class " + Services.IMPACTS.get(task.service() - 1);
        }
        String least = "least tasks of class " + (classOf(task) + 1) + " of 4";
        return sizeNs > 0
                ? String.format(Locale.ROOT, "%s: requests like this one take %.3g ms", least, sizeNs / 1e6)
                : least + ", as nobody knows how long requests like this one take";
    }

    /** Classes count from 0, the lightest. */
    private int classOf(Task task) {
        if (task.service() > 0 && task.service() <= CLASSES) {
            return task.service() - 1;
        }
        return (int) (CLASSES * work.intervals().middle(work.sizeNs(task)));
    }
}
