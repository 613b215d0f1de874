// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeJudge;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.NodeTally;
import io.evenkeel.dispatcher.node.Silence;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Passive ejection in one cluster.
 *
 * <p>Out: a row of failures at once; a share of failures or slowness at the next {@link #tick}. A failure is a
 * connection that could not be made, a reset, silence beyond the timeout, or an answer with status 500, 502, 503 or
 * 504; in a row a 500 weighs half, because it may be the fault of one page, but it does weigh, because a node that
 * answers everything with a quick 500 draws traffic. Three in a row are enough when the node fails alone
 * ({@link io.evenkeel.dispatcher.doubt.FailureRows}); as that is little, the first such ejection lasts a second at
 * most.
 *
 * <p>Back: after {@code base} times the number of ejections so far, at most {@code max}, and up to a tenth more at
 * random so that nodes ejected together do not return together, the node is on probation with one task at a time. A
 * success brings it back with slow start, a failure ejects it again, for longer. When no task came in {@code base},
 * because the policy still avoids it, it is brought back untried. Each such time spent well takes one off the number.
 *
 * <p>Threads: any; calls exclude each other. Time comes in as an argument.
 */
final class Ejection implements NodeJudge {

    private static final double JITTER_SHARE = 0.1;

    /** Longest first ejection of a node that failed only a few tasks, and alone. */
    private static final long ALONE_NS = 1_000_000_000;

    /** After the cluster could not spare a node it is not asked again for this long. */
    private static final long PATIENCE_NS = 250_000_000;

    private final Cluster cluster;
    private final RandomGenerator random;
    private final Map<Node, Standing> standings = new HashMap<>();

    /** The record of a node: its recent tasks and its ejections. */
    private static final class Standing {
        final TaskWindow window = new TaskWindow();
        int ejections;

        /** The end of the ejection. */
        long untilNs;

        /** The beginning of the probation. */
        long probingNs;

        /**
         * The beginning of the present time without an ejection, or the time at which one ejection was last forgiven.
         */
        long goodNs;

        boolean refused;
        long refusedNs;
    }

    Ejection(Cluster cluster, RandomGenerator random) {
        this.cluster = cluster;
        this.random = random;
    }

    @Override
    public synchronized void failing(Node node, long nowNs) {
        EjectionSettings settings = cluster.settings().ejection();
        Silence.recall(cluster, node, nowNs);
        if (settings.enabled() && node.state() == NodeState.UP) {
            eject(node, settings, settings.consecutive() + " failures in a row", Long.MAX_VALUE, nowNs);
        }
    }

    @Override
    public synchronized void failingAlone(Node node, long nowNs) {
        EjectionSettings settings = cluster.settings().ejection();
        if (settings.enabled() && node.state() == NodeState.UP) {
            eject(node, settings, "failures in a row on several paths, and no other node fails", ALONE_NS, nowNs);
        }
    }

    @Override
    public void lastFailing(Node node, long nowNs) {
        Silence.recall(cluster, node, nowNs);
    }

    @Override
    public synchronized void probed(Node node, boolean succeeded, long nowNs) {
        if (node.state() != NodeState.PROBING) {
            return;
        }
        EjectionSettings settings = cluster.settings().ejection();
        if (succeeded) {
            restore(node, "its task on probation succeeded", nowNs);
        } else if (!eject(node, settings, "its task on probation failed", Long.MAX_VALUE, nowNs)) {
            restore(node, "the cluster cannot spare it", nowNs);
        }
    }

    /** Looks at all nodes; some four times a second. A node that does nothing costs some tens of nanoseconds. */
    synchronized void tick(long nowNs) {
        EjectionSettings settings = cluster.settings().ejection();
        List<Node> nodes = cluster.nodes();
        boolean someUp = nodes.stream().anyMatch(node -> node.state() == NodeState.UP);
        long windowNs = settings.window().toNanos();
        Map<Node, NodeTally> up = new LinkedHashMap<>();
        for (Node node : nodes) {
            Standing standing = standing(node, nowNs);
            Silence.tryMute(cluster, node, nowNs);
            Rest.look(cluster, node, someUp, nowNs);
            switch (node.state()) {
                case EJECTED -> waiting(node, standing, settings, someUp, nowNs);
                case PROBING -> probation(node, standing, settings, someUp, nowNs);
                case UP -> {
                    forgive(standing, settings, nowNs);
                    NodeTally lately = standing.window.add(cluster.table().tally(node), nowNs, windowNs);
                    if (!lately.isNone()) {
                        up.put(node, lately);
                    }
                }
                default -> standing.window.clear();
            }
        }
        if (standings.size() > nodes.size()) {
            standings.keySet().removeIf(node -> !node.member());
        }
        if (settings.enabled()) {
            for (Outliers.Outlier outlier : Outliers.find(up, settings)) {
                eject(outlier.node(), settings, outlier.reason(), Long.MAX_VALUE, nowNs);
            }
        }
    }

    private void waiting(Node node, Standing standing, EjectionSettings settings, boolean someUp, long nowNs) {
        if (!settings.enabled()) {
            restore(node, "ejection was switched off", nowNs);
        } else if (!someUp) {
            restore(node, "no other node is up", nowNs);
        } else if (nowNs - standing.untilNs >= 0) {
            standing.probingNs = nowNs;
            Membership.probe(cluster, node, nowNs);
            cluster.events().node().info(node + " is on probation");
        }
    }

    private void probation(Node node, Standing standing, EjectionSettings settings, boolean someUp, long nowNs) {
        if (!settings.enabled()) {
            restore(node, "ejection was switched off", nowNs);
        } else if (!someUp) {
            restore(node, "no other node is up", nowNs);
        } else if (nowNs - standing.probingNs >= settings.base().toNanos()) {
            restore(node, "no task tried it", nowNs);
        }
    }

    private static void forgive(Standing standing, EjectionSettings settings, long nowNs) {
        if (standing.ejections > 0 && nowNs - standing.goodNs >= timeNs(standing.ejections, settings)) {
            standing.ejections--;
            standing.goodNs = nowNs;
        }
    }

    /**
     * @param firstNs longest time of an ejection that follows none, or none that is not forgiven
     */
    private boolean eject(Node node, EjectionSettings settings, String reason, long firstNs, long nowNs) {
        Standing standing = standing(node, nowNs);
        if (standing.refused && nowNs - standing.refusedNs < PATIENCE_NS) {
            return false;
        }
        if (!Membership.tryEject(cluster, node, settings.maxShare(), reason, nowNs)) {
            standing.refused = true;
            standing.refusedNs = nowNs;
            cluster.events().node().debug(() -> node + " is not ejected, the cluster cannot spare it: " + reason);
            return false;
        }
        standing.refused = false;
        standing.ejections++;
        long fullNs = timeNs(standing.ejections, settings);
        long timeNs = standing.ejections == 1 ? Math.min(firstNs, fullNs) : fullNs;
        standing.untilNs = nowNs + timeNs + (long) (random.nextDouble() * JITTER_SHARE * timeNs);
        node.ejectedUntilNs(standing.untilNs);
        standing.window.clear();
        cluster.events().node().warn(node + " is ejected for " + text(timeNs) + ": " + reason);
        return true;
    }

    private static String text(long ns) {
        return ns % 1_000_000_000 == 0 ? ns / 1_000_000_000 + " s" : ns / 1_000_000 + " ms";
    }

    private void restore(Node node, String why, long nowNs) {
        Standing standing = standing(node, nowNs);
        standing.goodNs = nowNs;
        standing.window.clear();
        Membership.restore(cluster, node, nowNs);
        cluster.events().node().info(node + " is back: " + why);
    }

    private Standing standing(Node node, long nowNs) {
        return standings.computeIfAbsent(node, key -> {
            Standing made = new Standing();
            made.goodNs = nowNs;
            return made;
        });
    }

    private static long timeNs(int ejections, EjectionSettings settings) {
        long base = settings.base().toNanos();
        long max = settings.max().toNanos();
        return ejections > max / Math.max(1, base) ? max : ejections * base;
    }
}
