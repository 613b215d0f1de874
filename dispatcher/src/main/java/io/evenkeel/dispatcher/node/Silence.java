// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.log.EventLog;

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

    /**
     * Ends a doubt in a node from which nothing came back.
     *
     * @param why for the event log
     * @param byCheck a check passed, and no request was answered
     */
    public static void trust(Cluster cluster, Node node, String why, boolean byCheck, long nowNs) {
        node.pulse().trust(byCheck, nowNs);
        unmute(cluster, node, why, nowNs);
    }

    /** Lets a silent node that nobody checks have tasks again, once it was left alone for long enough. */
    public static void tryMute(Cluster cluster, Node node, long nowNs) {
        if (node.mute
                && !node.checked()
                && (node.pulse().rested(nowNs) || !node.pulse().doubted())) {
            unmute(cluster, node, "it is tried again", nowNs);
        }
    }

    private static void unmute(Cluster cluster, Node node, String why, long nowNs) {
        if (node.mute) {
            Membership.change(cluster, node, nowNs, columns -> node.mute = false);
            EventLog.NODE.info(node + " is heard again: " + why);
        }
    }
}
