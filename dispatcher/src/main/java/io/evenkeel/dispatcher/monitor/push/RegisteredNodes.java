// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that joined by registration and are not in the file. They outlive a reload, for as long as the file lets
 * nodes register. Any thread.
 */
public final class RegisteredNodes {

    private final Map<String, Map<String, NodeSettings>> joined = new LinkedHashMap<>();
    private final Predicate<ClusterSettings> admits;

    /** Nodes of agents, for clusters that let these register. */
    public RegisteredNodes() {
        this(file -> {
            AgentSettings agent = file.agent();
            return agent != null && agent.register();
        });
    }

    /** @param admits true for clusters of the file that take unknown nodes */
    public RegisteredNodes(Predicate<ClusterSettings> admits) {
        this.admits = admits;
    }

    /**
     * A cluster as the file has it, with the nodes that joined. The file's nodes win: one that joined is left out when
     * its name, its address, its route or the key of its name is that of another.
     */
    public synchronized ClusterSettings extend(ClusterSettings file) {
        Map<String, NodeSettings> mine = joined.getOrDefault(file.name(), Map.of());
        if (mine.isEmpty() || !admits.test(file)) {
            return file;
        }
        List<NodeSettings> nodes = new ArrayList<>(file.nodes());
        Set<Long> names = new HashSet<>();
        Set<Long> routes = new HashSet<>();
        Set<HostPort> addresses =
                file.nodes().stream().map(NodeSettings::address).collect(Collectors.toSet());
        file.nodes().forEach(each -> {
            names.add(Node.key(each.name()));
            routes.add(Node.key(each.route()));
        });
        for (NodeSettings node : mine.values()) {
            long name = Node.key(node.name());
            long route = Node.key(node.route());
            if (addresses.contains(node.address()) || names.contains(name) || routes.contains(route)) {
                continue;
            }
            names.add(name);
            routes.add(route);
            nodes.add(node);
        }
        return file.withNodes(nodes);
    }

    /** True for nodes that cannot be members together: sessions of one would go to the other. */
    static boolean clash(NodeSettings one, NodeSettings other) {
        return Node.key(one.name()) == Node.key(other.name()) || Node.key(one.route()) == Node.key(other.route());
    }

    /** Adds a node, or gives it another address; returns what was there under its name. */
    public synchronized @Nullable NodeSettings add(String cluster, NodeSettings node) {
        return joined.computeIfAbsent(cluster, key -> new LinkedHashMap<>()).put(node.name(), node);
    }

    /** Takes back what {@link #add} did. */
    public synchronized void restore(String cluster, String node, @Nullable NodeSettings before) {
        if (before == null) {
            remove(cluster, node);
        } else {
            add(cluster, before);
        }
    }

    /** Takes a node out. */
    public synchronized void remove(String cluster, String node) {
        joined.getOrDefault(cluster, new LinkedHashMap<>()).remove(node);
    }

    /** True for a node that joined. */
    public synchronized boolean has(String cluster, String node) {
        return joined.getOrDefault(cluster, Map.of()).containsKey(node);
    }
}
