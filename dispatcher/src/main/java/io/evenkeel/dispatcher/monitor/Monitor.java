// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The monitoring of all clusters: what is known of each node by its samples.
 *
 * <p>Threads: any. A node is known from its first sample or question on until it has left.
 */
public final class Monitor {

    private final Map<Node, NodeWatch> watches = new ConcurrentHashMap<>();

    /** What is known of a node; null for one that has left. */
    @Nullable
    NodeWatch watch(Cluster cluster, Node node) {
        NodeWatch known = watches.get(node);
        if (known != null || !node.member()) {
            return known;
        }
        return watches.computeIfAbsent(node, key -> new NodeWatch(cluster, node));
    }

    /** What people see of a node's agent. */
    public AgentView view(Node node, long nowNs) {
        NodeWatch watch = watches.get(node);
        return watch == null ? AgentView.NONE : watch.view(nowNs);
    }
}
