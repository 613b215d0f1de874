// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeTally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the nodes that stand out among those that are up, by their tasks in the window.
 *
 * <p>Failure share: at least {@code failureShare}, and more than twice the share of the other nodes together. The
 * second half keeps an application that fails everywhere, or one broken page, from costing nodes: ejecting would not
 * help then.
 *
 * <p>Latency: the mean time of tasks that succeeded is at least {@code latencyFactor} times the median of the nodes'
 * means. The median of an even number is the lower of the two in the middle; with two nodes that is the other one, and
 * a mean of both could never be exceeded twofold. Times are those of whole tasks, bodies included.
 */
final class Outliers {

    private static final double WORSE_THAN_OTHERS = 2;

    private Outliers() {}

    /**
     * A node to eject.
     *
     * @param severity greater is worse; comparable within one list
     */
    record Outlier(Node node, double severity, String reason) {}

    /** Outliers, the worst first. */
    static List<Outlier> find(Map<Node, NodeTally> up, EjectionSettings settings) {
        List<Outlier> found = new ArrayList<>();
        long failed = 0;
        long tasks = 0;
        for (NodeTally tally : up.values()) {
            failed += tally.failed();
            tasks += tasks(tally);
        }
        double medianNs = settings.latencyFactor() > 0 ? medianNs(up, settings.minTasks()) : Double.NaN;
        for (Map.Entry<Node, NodeTally> entry : up.entrySet()) {
            NodeTally tally = entry.getValue();
            long mine = tasks(tally);
            long others = tasks - mine;
            double share = mine == 0 ? 0 : (double) tally.failed() / mine;
            double othersShare = others == 0 ? 0 : (double) (failed - tally.failed()) / others;
            double slowness = meanNs(tally) / medianNs;
            if (mine >= settings.minTasks()
                    && share >= settings.failureShare()
                    && share > WORSE_THAN_OTHERS * othersShare) {
                found.add(new Outlier(
                        entry.getKey(), 1 + share, Math.round(100 * share) + " % of " + mine + " tasks failed"));
            } else if (tally.succeeded() >= settings.minTasks() && slowness >= settings.latencyFactor()) {
                found.add(new Outlier(
                        entry.getKey(),
                        1 - 1 / slowness,
                        String.format(Locale.ROOT, "%.1f times slower than the median node", slowness)));
            }
        }
        found.sort(Comparator.comparingDouble(Outlier::severity).reversed());
        return found;
    }

    private static double medianNs(Map<Node, NodeTally> up, int minTasks) {
        double[] means = up.values().stream()
                .filter(tally -> tally.succeeded() >= Math.max(1, minTasks))
                .mapToDouble(Outliers::meanNs)
                .sorted()
                .toArray();
        return means.length < 2 ? Double.NaN : means[(means.length - 1) / 2];
    }

    private static double meanNs(NodeTally tally) {
        return tally.succeeded() == 0 ? Double.NaN : (double) tally.succeededNs() / tally.succeeded();
    }

    private static long tasks(NodeTally tally) {
        return tally.succeeded() + tally.failed();
    }
}
