// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Services;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One update of a cluster's members: nodes stay, join, and those that did neither leave. Inside the cluster's gate; the
 * nodes are listed afresh afterwards. All of it costs as much as there are nodes, because tasks wait for the gate.
 */
final class Joining {

    private final ClusterSettings settings;
    private final NodeColumns columns;
    private final Policy policy;
    private final long nowNs;
    private final Map<String, Node> members;
    private final Set<Node> staying = new HashSet<>();

    /** @param policy hears of nodes that join or leave */
    Joining(ClusterSettings settings, NodeColumns columns, Policy policy, long nowNs) {
        this.settings = settings;
        this.columns = columns;
        this.policy = policy;
        this.nowNs = nowNs;
        this.members = byName(columns.members());
    }

    /** Members by their names, each of which is there once. */
    static Map<String, Node> byName(List<Node> members) {
        Map<String, Node> names = new HashMap<>();
        members.forEach(node -> names.put(node.name(), node));
        return names;
    }

    /** True for the node that settings mean; false without a node. */
    static boolean same(@Nullable Node node, NodeSettings wanted) {
        return node != null
                && node.name().equals(wanted.name())
                && node.settings.address().equals(wanted.address())
                && (wanted.at() == null || wanted.at().equals(node.address().getAddress()));
    }

    /** True for a slot whose node has left, and nothing of it runs or is connected any more. */
    static boolean reusable(NodeColumns columns, int slot) {
        Node node = columns.nodes[slot];
        return node != null && !node.member && columns.arrays.tasks(slot) == 0 && columns.arrays.connections(slot) == 0;
    }

    /** Gives a member other settings. */
    void stay(NodeSettings wanted) {
        Node node = find(wanted);
        if (node.settings.weight() != wanted.weight()) {
            node.weight = wanted.weight();
            columns.arrays.traits().weight(node.slot(), node.share());
        }
        node.settings = wanted;
        adopt(node);
        staying.add(node);
    }

    /** Gives a node what the settings of the cluster say of it. */
    private void adopt(Node node) {
        node.sharesConnections = settings.protocol() == NodeProtocol.H2;
        long bits = Services.bits(node.settings.serves(), settings.serviceNames());
        columns.arrays.traits().services(node.slot(), bits);
        columns.arrays.group(node.slot(), 1 + node.settings.backup());
    }

    private Node find(NodeSettings wanted) {
        Node node = members.get(wanted.name());
        if (node == null || !same(node, wanted)) {
            throw new IllegalStateException(
                    "node " + wanted.name() + " left during an update; updates must come one at a time");
        }
        return node;
    }

    /**
     * Gives a new node a slot.
     *
     * @param order an administrator's word on it; null for none
     */
    void join(NodeSettings wanted, InetSocketAddress address, @Nullable NodeOrder order) {
        int slot = 0;
        while (slot < columns.arrays.slots() && columns.nodes[slot] != null && !reusable(columns, slot)) {
            slot++;
        }
        if (slot == columns.capacity()) {
            throw new IllegalStateException(
                    "cluster " + settings.name() + " has no slot left for node " + wanted.name());
        }
        Node node = new Node(settings.name(), wanted, address, slot, nowNs);
        if (order != null) {
            order.tell(node);
        }
        columns.join(node);
        adopt(node);
        policy.onJoin(slot, columns.arrays, nowNs);
        staying.add(node);
    }

    /** Lets the other members leave. */
    void others() {
        for (Node node : columns.members()) {
            if (!staying.contains(node)) {
                node.member = false;
                policy.onLeave(node.slot(), columns.arrays, nowNs);
            }
        }
    }
}
