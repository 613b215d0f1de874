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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of a server into its cluster: the node of the file that it is, by name or address, or a new one. On the
 * service's thread; may wait for a reload.
 */
final class ServerJoining {

    private final ServerRegistry registry;
    private final RegisteredNodes joined;
    private final EventLog events;

    ServerJoining(ServerRegistry registry, RegisteredNodes joined, EventLog events) {
        this.registry = registry;
        this.joined = joined;
        this.events = events;
    }

    /** The node of a server; it is a member when this returns. */
    Node join(Cluster cluster, Roster roster, ServerFacts facts, Arrival arrival, OutsideAnswer asked)
            throws McmpException {
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
        InetSocketAddress address = address(facts, asked);
        Node named = null;
        Node there = null;
        for (Node node : cluster.nodes()) {
            named = node.name().equals(facts.route()) ? node : named;
            there = node.settings().address().equals(facts.address())
                            || node.address().equals(address)
                    ? node
                    : there;
        }
        if (named != null && named != there) {
            mayMove(cluster, roster, named, facts, arrival);
        }
        List<Node> tellers = tellers(cluster, roster, named, there, facts, arrival);
        List<RegisteredServer> others = there == null ? List.of() : others(roster, there, facts, arrival);
        Node found;
        if (there == null || (named != there && joined.has(cluster.name(), there.name()))) {
            found = add(cluster, there, facts, address);
        } else {
            found = there;
        }
        if (found == there && named != null && named != there) {
            drop(cluster, named);
        }
        others.forEach(roster::remove);
        tellers.forEach(node -> node.tellRoute(""));
        return found;
    }

    /**
     * Finds the other nodes that have the route only because its server has told it, which is not heard of any more.
     *
     * @throws McmpException when the route, or the key of the name, is that of another node
     */
    private static List<Node> tellers(
            Cluster cluster,
            Roster roster,
            @Nullable Node named,
            @Nullable Node there,
            ServerFacts facts,
            Arrival arrival)
            throws McmpException {
        long route = Node.key(facts.route());
        List<Node> tellers = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            if (node == named || node == there) {
                continue;
            }
            boolean tells = Node.key(node.toldRoute()) == route;
            RegisteredServer old = roster.find(facts.route());
            if (node.key() == route
                    || Node.key(node.settings().route()) == route
                    || (tells && (old == null || !old.node.equals(node.name())))) {
                throw McmpException.later("JVMRoute \"" + facts.route() + "\" is the route of node " + node.name()
                        + " at " + node.settings().address());
            }
            if (tells) {
                mustBeFree(old, facts, arrival);
                tellers.add(node);
            }
        }
        return tellers;
    }

    private static InetSocketAddress address(ServerFacts facts, OutsideAnswer found) throws McmpException {
        HostPort place = facts.address();
        if (found.late()) {
            throw McmpException.later("no name server has said in time where " + place.host() + " is");
        }
        InetSocketAddress address = facts.isNamed()
                ? new InetSocketAddress(found.address(), place.port())
                : new InetSocketAddress(place.host(), place.port());
        InetAddress host = facts.isNamed() ? found.address() : address.getAddress();
        if (host == null || host.isAnyLocalAddress() || host.isMulticastAddress() || host.isLinkLocalAddress()) {
            throw McmpException.later(
                    host == null ? "there is no address for " + place.host() : "no node can be at " + place.host());
        }
        return address;
    }

    /** Refuses a server at another address while the one of its route is heard of. */
    private void mayMove(Cluster cluster, Roster roster, Node named, ServerFacts facts, Arrival arrival)
            throws McmpException {
        if (!joined.has(cluster.name(), named.name())) {
            throw McmpException.later("node " + named.name() + " of the configuration is at "
                    + named.settings().address() + ", and this server at " + facts.address());
        }
        mustBeFree(roster.find(facts.route()), facts, arrival);
    }

    /** Refuses while the server of a route is heard of, unless it goes and this is its owner. */
    private static void mustBeFree(@Nullable RegisteredServer old, ServerFacts facts, Arrival arrival)
            throws McmpException {
        if (old != null && old.heardOf(arrival) && !mayChange(old, arrival)) {
            throw McmpException.later("Old node with \"" + facts.route() + "\" JVMRoute still exists");
        }
    }

    /** True for the owner of a server that has said that it goes. */
    private static boolean mayChange(RegisteredServer old, Arrival arrival) {
        return old.leaves && old.isOf(arrival.peer());
    }

    /** Finds the servers that have a node under another route; refused while one of them is heard of. */
    private static List<RegisteredServer> others(Roster roster, Node node, ServerFacts facts, Arrival arrival)
            throws McmpException {
        List<RegisteredServer> others = new ArrayList<>();
        for (RegisteredServer old : roster.servers()) {
            if (old.node.equals(node.name()) && !old.facts().route().equals(facts.route())) {
                if (old.heardOf(arrival) && !mayChange(old, arrival)) {
                    throw McmpException.later("Another for the same worker already exist");
                }
                others.add(old);
            }
        }
        return others;
    }

    /** Takes a member away, and gives its node to nobody; whatever fails, the members stay as they were. */
    private void drop(Cluster cluster, Node leaves) throws McmpException {
        joined.remove(cluster.name(), leaves.name());
        boolean done = false;
        try {
            refit(cluster);
            done = true;
        } finally {
            if (!done) {
                joined.restore(cluster.name(), leaves.name(), leaves.settings());
            }
        }
    }

    /** Makes a member, perhaps in the place of another; whatever fails, the members stay as they were. */
    private Node add(Cluster cluster, @Nullable Node leaves, ServerFacts facts, InetSocketAddress address)
            throws McmpException {
        String name = facts.route();
        if (leaves != null) {
            joined.remove(cluster.name(), leaves.name());
        }
        NodeSettings before = joined.add(
                cluster.name(),
                new NodeSettings(name, facts.address(), 1, Integer.MAX_VALUE, Integer.MAX_VALUE)
                        .withAt(address.getAddress()));
        Node made = null;
        try {
            refit(cluster);
            made = cluster.nodes().stream()
                    .filter(node -> node.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> McmpException.later("the cluster is being replaced"));
            return made;
        } finally {
            if (made == null) {
                joined.restore(cluster.name(), name, before);
                if (leaves != null) {
                    joined.restore(cluster.name(), leaves.name(), leaves.settings());
                }
            }
        }
    }

    private void refit(Cluster cluster) throws McmpException {
        try {
            registry.refit(cluster.name());
        } catch (IllegalStateException e) {
            throw McmpException.later(String.valueOf(e.getMessage()));
        }
    }
}
