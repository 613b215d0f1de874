// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import java.util.List;

/**
 * The silence of a node as its traffic shows it: begins when requests wait and nothing comes back, and knows nothing
 * of the node's agent.
 *
 * <p>Threads: any; a change is one pass of the cluster's gate and is followed by a look at the queue.
 */
public final class Silence {

    private Silence() {}

    /**
     * Takes a node out because requests wait and nothing comes back, if another node is up.
     *
     * @return false when nothing was done
     */
    public static boolean mute(Cluster cluster, Node node, String reason, long nowNs) {
        boolean[] done = new boolean[1];
        Membership.change(cluster, node, nowNs, columns -> {
            if (!node.mute && columns.canSpare(node, 1.0)) {
                node.mute = true;
                node.muteReason = reason;
                done[0] = true;
            }
        });
        return done[0];
    }

    /** Lets the sessions of a silent node go elsewhere, because its silence lasts. */
    public static void desert(Cluster cluster, Node node, long nowNs) {
        if (node.pauses()) {
            Membership.change(cluster, node, nowNs, columns -> node.deserted = node.mute);
        }
    }

    /**
     * Ends a doubt in a node from which nothing came back.
     *
     * @param why for the event log
     * @param byCheck a check passed, and no request was answered
     */
    public static void trust(Cluster cluster, Node node, String why, boolean byCheck, long nowNs) {
        node.liveness().trust(byCheck, nowNs);
        unmute(cluster, node, why, nowNs);
    }

    /** Lets a silent node that nobody checks have tasks again, once it was left alone for long enough. */
    public static void tryMute(Cluster cluster, Node node, long nowNs) {
        if (node.mute
                && !node.checked()
                && (node.liveness().rested(nowNs) || !node.liveness().doubted())) {
            unmute(cluster, node, "it is tried again", nowNs);
        }
    }

    /**
     * Lets the silent nodes that nobody checks have tasks again at once if a node that fails is the only one that is
     * up: they may be well by now, and it is known not to be.
     */
    public static void recall(Cluster cluster, Node failing, long nowNs) {
        List<Node> nodes = cluster.nodes();
        if (nodes.stream().anyMatch(other -> other != failing && other.state() == NodeState.UP)) {
            return;
        }
        for (Node node : nodes) {
            if (node.mute && !node.checked()) {
                node.liveness().tryAgain();
                unmute(cluster, node, failing + ", the only node that is up, fails", nowNs);
            }
        }
    }

    private static void unmute(Cluster cluster, Node node, String why, long nowNs) {
        if (node.mute) {
            Membership.change(cluster, node, nowNs, columns -> {
                node.mute = false;
                node.deserted = false;
            });
            cluster.events().node().info(node + " is heard again: " + why);
        }
    }
}
