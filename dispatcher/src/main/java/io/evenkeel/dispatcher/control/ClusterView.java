// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at one moment.
 *
 * @param traffic of the cluster as a whole, including tasks that never reached a node
 */
public record ClusterView(String name, String policy, ClusterCounts counts, Traffic traffic, List<NodeView> nodes) {

    public ClusterView {
        nodes = List.copyOf(nodes);
    }

    /**
     * A node at one moment.
     *
     * @param reason of its state; null when there is nothing to say
     * @param upForMs since it last became eligible
     * @param agent figures that its samples tell
     */
    public record NodeView(
            String name,
            String address,
            NodeState state,
            @Nullable String reason,
            double weight,
            long upForMs,
            NodeCounts counts,
            Traffic traffic,
            AgentView agent) {}
}
