// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;

/**
 * The sessions of a running dispatcher.
 *
 * @param affinities knows them by cluster and node
 */
public record OwnSessions(Affinities affinities, JointSessions joint) implements SessionLink {

    @Override
    public SessionsLeft left(Cluster cluster, Node node) {
        return affinities.left(cluster, node, System.nanoTime());
    }

    @Override
    public SessionFigures figures(Cluster cluster) {
        return affinities.total(cluster);
    }

    @Override
    public void others(Cluster cluster, SessionFigures seen) {
        affinities.others(cluster, seen);
    }
}
