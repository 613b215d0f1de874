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

/**
 * Carries out orders to nodes that administrators gave to other members. Threads: one at a time; an order waits a tenth
 * of a second for a cluster that hangs, and two seconds for one that begins to hang meanwhile.
 */
public final class OrderTaker {

    private final Supplier<Map<String, Cluster>> clusters;
    private final NodeOrders orders;

    /** The outcome of an order. */
    public enum OrderResult {
        /** The node is as the order says. */
        DONE,
        /** No such node is there now. */
        NO_NODE,
        /** The cluster hangs: this order, and others to its nodes, are to be tried again later. */
        HANGS
    }

    /** @param orders keep them over a restart, as those that were given here */
    public OrderTaker(Supplier<Map<String, Cluster>> clusters, NodeOrders orders) {
        this.clusters = clusters;
        this.orders = orders;
    }

    /** Brings a node in line with an order; one that is so already is left alone. */
    public OrderResult take(String cluster, String node, NodeOrder order, long nowNs) {
        Cluster found = clusters.get().get(cluster);
        if (found == null) {
            return OrderResult.NO_NODE;
        }
        for (Node each : found.nodes()) {
            if (each.name().equals(node)) {
                return take(found, each, order, nowNs);
            }
        }
        return OrderResult.NO_NODE;
    }

    private OrderResult take(Cluster cluster, Node node, NodeOrder order, long nowNs) {
        if (cluster.table().hangsNow()) {
            return OrderResult.HANGS;
        }
        double weight = order.hasWeight() ? order.weight() : node.settings().weight();
        try {
            if (node.weight() != weight) {
                Membership.weigh(cluster, node, weight, nowNs);
            }
            if (node.wanted() != order.wanted()) {
                Membership.want(cluster, node, order.wanted(), order.reason(), order.by(), nowNs);
            }
        } catch (LockTimeoutException e) {
            return OrderResult.HANGS;
        }
        orders.note(cluster.name(), node.name(), () -> NodeOrder.of(node), nowNs);
        return OrderResult.DONE;
    }
}
