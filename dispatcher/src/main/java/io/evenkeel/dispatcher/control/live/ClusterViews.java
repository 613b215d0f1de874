// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.StateSpan;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.OptionalLong;

/** Views of clusters and their nodes for people: figures from all who keep them, and times of day. Threads: any. */
final class ClusterViews {

    private final RunningDispatcher engine;
    private final WallClock clock = new WallClock();

    ClusterViews(RunningDispatcher engine) {
        this.engine = engine;
    }

    /** The cluster and its nodes, at this moment. */
    ClusterView view(Cluster cluster) {
        return new ClusterView(
                cluster.name(),
                cluster.settings().policy().name(),
                cluster.counts(),
                outSinceMs(cluster),
                engine.meters().cluster(cluster.name()),
                cluster.nodes().stream().map(node -> view(cluster, node)).toList());
    }

    private long outSinceMs(Cluster cluster) {
        OptionalLong sinceNs = cluster.table().outSinceNs();
        return sinceNs.isPresent() ? clock.ms(sinceNs.getAsLong()) : 0;
    }

    private long untilMs(Node node, NodeState state) {
        return switch (state) {
            case EJECTED -> clock.ms(node.ejectedUntilNs());
            case RESTING -> node.resting() ? clock.ms(node.restsUntilNs()) : 0;
            default -> 0;
        };
    }

    private StateSpan span(Node node, NodeState state) {
        boolean ordered = state == NodeState.MAINT || (state == NodeState.DRAIN && node.wanted() == AdminState.DRAIN);
        return new StateSpan(
                clock.ms(node.stateSinceNs()),
                Math.max(0, (System.nanoTime() - node.stateSinceNs()) / 1_000_000),
                untilMs(node, state),
                ordered ? node.wantedBy() : null);
    }

    private NodeView view(Cluster cluster, Node node) {
        NodeState state = node.state();
        return new NodeView(
                node.name(),
                node.settings().address().toString(),
                state,
                node.reason(),
                span(node, state),
                node.weight(),
                Math.max(0, (System.nanoTime() - node.upSinceNs()) / 1_000_000),
                cluster.table().counts(node),
                engine.meters().node(cluster.name(), node.slot()),
                engine.agent(node));
    }
}
