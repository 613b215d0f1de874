// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.push.RegisteredNodes;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * The way of a server into its cluster: the node of the file that it is, by name or address, or a new one. On the
 * service's thread; may wait for a name server and for a reload.
 */
final class ServerJoining {

    /** So long after the last word of a server its route may be taken by one at another address. */
    static final long ROUTE_FREE_AFTER_NS = TimeUnit.SECONDS.toNanos(15);

    private final ServerRegistry registry;
    private final RegisteredNodes joined;
    private final EventLog events;

    ServerJoining(ServerRegistry registry, RegisteredNodes joined, EventLog events) {
        this.registry = registry;
        this.joined = joined;
        this.events = events;
    }

    /** The node of a server; it is a member when this returns. */
    Node join(Cluster cluster, Roster roster, ServerFacts facts, long nowNs) throws McmpException {
        boolean secure = cluster.settings().tls() != null;
        if (secure != facts.scheme().equals("https")) {
            String why = "cluster " + cluster.name() + (secure ? " speaks https" : " speaks http")
                    + " with its nodes, and the server registers " + facts.scheme()
                    + (secure
                            ? ": register an https connector, or remove 'tls' from the cluster"
                            : ": register an http connector, or add a 'tls' section to the cluster");
            events.node().warn(cluster.name() + "/" + facts.route() + " cannot register: " + why);
            throw McmpException.later(why);
        }
        InetSocketAddress address = address(facts.address());
        Node named = null;
        Node there = null;
        for (Node node : cluster.nodes()) {
            named = node.name().equals(facts.route()) ? node : named;
            there = node.settings().address().equals(facts.address())
                            || node.address().equals(address)
                    ? node
                    : there;
        }
        if (named != null && named == there) {
            free(roster, named, facts, nowNs);
            return named;
        }
        if (named != null) {
            mayMove(cluster, roster, named, facts, nowNs);
        }
        if (there != null && !joined.has(cluster.name(), there.name())) {
            free(roster, there, facts, nowNs);
            if (named != null) {
                joined.remove(cluster.name(), named.name());
                registry.refit(cluster.name());
            }
            return there;
        }
        if (there != null) {
            free(roster, there, facts, nowNs);
            joined.remove(cluster.name(), there.name());
        }
        return add(cluster, facts);
    }

    private static InetSocketAddress address(HostPort place) throws McmpException {
        InetSocketAddress address = new InetSocketAddress(place.host(), place.port());
        InetAddress host = address.getAddress();
        if (host == null || host.isAnyLocalAddress() || host.isMulticastAddress() || host.isLinkLocalAddress()) {
            throw McmpException.later(
                    host == null ? "there is no address for " + place.host() : "no node can be at " + place.host());
        }
        return address;
    }

    /** Refuses a server at another address while the one of its route is heard of. */
    private void mayMove(Cluster cluster, Roster roster, Node named, ServerFacts facts, long nowNs)
            throws McmpException {
        if (!joined.has(cluster.name(), named.name())) {
            throw McmpException.later("node " + named.name() + " of the configuration is at "
                    + named.settings().address() + ", and this server at " + facts.address());
        }
        RegisteredServer old = roster.find(facts.route());
        if (old != null && !old.leaves && nowNs - old.heardNs < ROUTE_FREE_AFTER_NS) {
            throw McmpException.later("Old node with \"" + facts.route() + "\" JVMRoute still exists");
        }
    }

    /** Takes a node from a server that had it under another route, unless that is still heard of. */
    private static void free(Roster roster, Node node, ServerFacts facts, long nowNs) throws McmpException {
        for (RegisteredServer old : roster.servers()) {
            if (old.node.equals(node.name()) && !old.facts().route().equals(facts.route())) {
                if (!old.leaves && nowNs - old.heardNs < ROUTE_FREE_AFTER_NS) {
                    throw McmpException.later("Another for the same worker already exist");
                }
                roster.remove(old);
            }
        }
    }

    private Node add(Cluster cluster, ServerFacts facts) throws McmpException {
        String name = facts.route();
        NodeSettings before = joined.add(
                cluster.name(), new NodeSettings(name, facts.address(), 1, Integer.MAX_VALUE, Integer.MAX_VALUE));
        try {
            registry.refit(cluster.name());
        } catch (IllegalStateException e) {
            joined.restore(cluster.name(), name, before);
            throw McmpException.later(String.valueOf(e.getMessage()));
        }
        for (Node node : cluster.nodes()) {
            if (node.name().equals(name)) {
                return node;
            }
        }
        joined.restore(cluster.name(), name, before);
        throw McmpException.later("the cluster is being replaced");
    }
}
