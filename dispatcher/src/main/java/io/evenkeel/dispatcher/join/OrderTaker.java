// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.order.NodeOrders;
import java.util.Map;
import java.util.function.Supplier;

/** Carries out orders to nodes that administrators gave to other members. Threads: one at a time. */
public final class OrderTaker {

    private final Supplier<Map<String, Cluster>> clusters;
    private final NodeOrders orders;

    /** @param orders keep them over a restart, as those that were given here */
    public OrderTaker(Supplier<Map<String, Cluster>> clusters, NodeOrders orders) {
        this.clusters = clusters;
        this.orders = orders;
    }

    /**
     * Brings a node in line with an order; one that is so already is left alone.
     *
     * @return false when there is no such node now, or its cluster hangs; to be tried again
     */
    public boolean take(String cluster, String node, NodeOrder order, long nowNs) {
        Cluster found = clusters.get().get(cluster);
        if (found == null) {
            return false;
        }
        for (Node each : found.nodes()) {
            if (each.name().equals(node)) {
                return take(found, each, order, nowNs);
            }
        }
        return false;
    }

    private boolean take(Cluster cluster, Node node, NodeOrder order, long nowNs) {
        double weight = order.hasWeight() ? order.weight() : node.settings().weight();
        try {
            if (node.weight() != weight) {
                Membership.weigh(cluster, node, weight, nowNs);
            }
            if (node.wanted() != order.wanted()) {
                Membership.want(cluster, node, order.wanted(), order.reason(), order.by(), nowNs);
            }
        } catch (LockTimeoutException e) {
            return false;
        }
        orders.note(cluster.name(), node.name(), () -> NodeOrder.of(node), nowNs);
        return true;
    }
}
