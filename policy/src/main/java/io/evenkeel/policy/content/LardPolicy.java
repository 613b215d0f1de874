// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.InFlightPerWeight;
import io.evenkeel.policy.load.LeastLoad;
import io.evenkeel.policy.load.LoadFigure;
import java.util.List;

/**
 * Sends requests for the same host and path to the nodes that have served it lately, and adds a node when these have
 * too much to do: locality-aware request distribution with replication.
 *
 * <pre>
 * load     = in flight / (weight * warmShare)
 * set      = the nodes that serve a path; a new path: the least loaded node of all
 * chosen   = least loaded of the set, n
 *            n.load > high and a node has load < low, or n.load >= 2 high:  the least loaded node of all, which joins
 *            the set
 * shrinks  = a set of several that did not change for longer than keep loses its most loaded node
 * </pre>
 *
 * A path none of whose nodes is eligible counts as new. Requests without a known path go to the least loaded node.
 *
 * <p>Fails where nothing is cached: up to {@code high} tasks a path stays on its node, however slow that is, while
 * others are idle. The default thresholds are those of the source, for a web server of its time; a node must be able to
 * work on 65 tasks at once, so set both to less for an app server with fewer workers. Paths beyond {@code paths} are
 * forgotten, those wanted longest ago first. Each dispatcher learns by itself. Cost: O(n), two passes; 32 octets for
 * each path, and 8 more for every further 64 nodes.
 *
 * <p>Source: paper 1, appendix A.2.1; V. Pai et al., "Locality-aware request distribution in cluster-based network
 * servers", ASPLOS 1998, figure 3, with its thresholds 25 and 65 and its 20 s.
 */
final class LardPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "lard",
            "Keeps each path on the nodes that cache it, and adds nodes to paths that are wanted most.",
            "least loaded node of the path's set; set grows when load > high while another has < low, or at 2 high",
            "paper 1, appendix A.2.1; Pai et al., ASPLOS 1998",
            PolicyType.Needs.HTTP,
            List.of(
                    new Parameter("low", Parameter.Kind.NUMBER, 0, 1e6, 25, "a node with fewer tasks may help others"),
                    new Parameter("high", Parameter.Kind.NUMBER, 0, 1e6, 65, "a node with more tasks may be helped"),
                    new Parameter(
                            "keep",
                            Parameter.Kind.DURATION,
                            0,
                            86400,
                            20,
                            "how long a path keeps a node that was added"),
                    new Parameter("paths", Parameter.Kind.NUMBER, 8, 4e6, 16384, "paths that are remembered")),
            LardPolicy::new);

    private static final String[] WHY = {
        "the least loaded node that has served this path",
        "the least loaded node of all, as no node that may take it has served this path",
        "the least loaded node of all, as those that have served this path have too many tasks"
    };

    private final double low;
    private final double high;
    private final long keepNs;
    private final NodeSets sets;
    private final LoadFigure load = new InFlightPerWeight();
    private final LeastLoad least = new LeastLoad(load);
    private int why;

    private LardPolicy(PolicySettings settings) {
        low = settings.option("low");
        high = settings.option("high");
        keepNs = Math.round(settings.option("keep") * 1e9);
        sets = new NodeSets((int) settings.option("paths"), settings.maxNodes());
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        long nowNs = task.nowNs();
        int idlest = least.choose(nodes, nowNs);
        if (task.contentKey() == 0) {
            why = 1;
            return idlest;
        }
        int set = sets.ask(task.contentKey(), nowNs);
        int count = nodes.count();
        int members = 0;
        int best = -1;
        int worst = -1;
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            if (sets.has(set, slot)) {
                members++;
                double its = load.of(slot, nodes, nowNs);
                best = best < 0 || its < load.of(best, nodes, nowNs) ? slot : best;
                worst = worst < 0 || its >= load.of(worst, nodes, nowNs) ? slot : worst;
            }
        }
        why = best < 0 ? 1 : isTooMuch(load.of(best, nodes, nowNs), load.of(idlest, nodes, nowNs)) ? 2 : 0;
        int chosen = why == 0 ? best : idlest;
        boolean rested = sets.restedNs(set, nowNs) > keepNs;
        if (why != 0) {
            sets.add(set, chosen, nowNs);
        }
        if (members > 1 && rested && worst != chosen) {
            sets.remove(set, worst, nowNs);
        }
        return chosen;
    }

    private boolean isTooMuch(double leastOfSet, double leastOfAll) {
        return (leastOfSet > high && leastOfAll < low) || leastOfSet >= 2 * high;
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        sets.forget(slot);
    }

    @Override
    public boolean inherits(Policy before) {
        return before instanceof LardPolicy other && sets.inherit(other.sets);
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.of(slot, nodes, task.nowNs());
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return task.contentKey() == 0 || sets.serves(task.contentKey(), slot) ? "" : "has not served this path lately";
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return WHY[why];
    }
}
