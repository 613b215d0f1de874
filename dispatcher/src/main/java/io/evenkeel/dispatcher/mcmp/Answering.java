// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.application.ApplicationState;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Does what a message asks for and says the answer, command by command. On the service's thread. */
final class Answering {

    private static final int MOST_LOAD = 100;
    private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(1);

    /** Answers of a dispatcher that was started again differ in this number. */
    private final long id = ProcessHandle.current()
            .info()
            .startInstant()
            .map(start -> start.getEpochSecond())
            .orElse(1L);

    private final McmpService service;
    private final ServerRegistry registry;
    private final ServerJoining joining;
    private final EventLog events;
    private final Spacing strangeLines = new Spacing(QUIET_NS);

    Answering(McmpService service, ServerRegistry registry, ServerJoining joining, EventLog events) {
        this.service = service;
        this.registry = registry;
        this.joining = joining;
        this.events = events;
    }

    /**
     * The question that somebody else must answer before a message has an answer; null for none. It waits, and is for
     * another thread.
     *
     * @param patienceNs the time that an answer may take
     * @throws McmpException when the message is refused whatever the answer is
     */
    @Nullable
    Supplier<OutsideAnswer> question(
            McmpMessage message, Cluster cluster, Roster roster, Arrival arrival, long patienceNs)
            throws McmpException {
        if (message.command() == McmpCommand.PING) {
            Supplier<InetSocketAddress> place = pinged(message, cluster, roster);
            return place == null ? null : () -> OutsideAnswer.reached(registry.reaches(place.get()));
        }
        if (message.command() != McmpCommand.CONFIG) {
            return null;
        }
        ServerFacts facts = facts(message, cluster);
        RegisteredServer known = ownOrFree(cluster, roster, facts.route(), arrival);
        if (!facts.isNamed()) {
            return null;
        }
        if (known != null && known.isOf(arrival.peer())) {
            known.waits(arrival, patienceNs);
        }
        return () -> OutsideAnswer.at(registry.lookUp(facts.address().host()));
    }

    /** The body of the answer. */
    String text(McmpMessage message, Cluster cluster, Roster roster, Arrival arrival, OutsideAnswer found)
            throws McmpException {
        return switch (message.command()) {
            case CONFIG -> config(message, cluster, roster, arrival, found);
            case ENABLE_APP -> change(message, ApplicationState.ENABLED, cluster, roster, arrival);
            case DISABLE_APP -> change(message, ApplicationState.DISABLED, cluster, roster, arrival);
            case STOP_APP -> change(message, ApplicationState.STOPPED, cluster, roster, arrival);
            case REMOVE_APP -> change(message, ApplicationState.REMOVED, cluster, roster, arrival);
            case STATUS -> status(message, cluster, roster, arrival);
            case PING -> ping(message, cluster, roster, found);
            case INFO -> {
                synchronized (service) {
                    yield McmpReport.info(roster, cluster, registry);
                }
            }
            case DUMP -> {
                synchronized (service) {
                    yield McmpReport.dump(roster, cluster);
                }
            }
            case VERSION -> "release: Evenkeel, protocol: " + McmpAnswer.PROTOCOL + "\n";
        };
    }

    private ServerFacts facts(McmpMessage message, Cluster cluster) throws McmpException {
        try {
            return ServerFacts.of(message);
        } catch (McmpException e) {
            events.node().warn("cluster " + cluster.name() + ": a server cannot register: " + e.text());
            throw e;
        }
    }

    private String config(McmpMessage message, Cluster cluster, Roster roster, Arrival arrival, OutsideAnswer found)
            throws McmpException {
        ServerFacts facts = facts(message, cluster);
        RegisteredServer known = ownOrFree(cluster, roster, facts.route(), arrival);
        if (known != null && known.isOf(arrival.peer())) {
            synchronized (service) {
                known.waitsNoMore(arrival);
                if (known.heardAfter(arrival)) {
                    throw McmpException.later("a later message of this server was acted upon");
                }
                if (found.late()) {
                    known.heard(arrival);
                }
            }
        }
        AppFields apps = AppFields.of(message, false);
        Node node = joining.join(cluster, roster, facts, arrival, found);
        RegisteredServer server;
        if (known != null && !known.isOf(arrival.peer())) {
            events.node()
                    .warn(node + ": the route has a new owner, " + arrival.peer() + "; " + known.owner()
                            + " was silent for " + TimeUnit.NANOSECONDS.toSeconds(known.silentNs(arrival.atNs()))
                            + " s, and its contexts are forgotten");
        }
        synchronized (service) {
            server = roster.put(facts, node.name(), arrival);
            server.leaves = false;
            if (known == null) {
                events.node().info(node + " is registered by its server, at " + facts.address());
            }
            roster.change(cluster, server, () -> {
                if (apps != null) {
                    server.set(apps.aliases(), apps.contexts(), ApplicationState.STOPPED);
                }
            });
        }
        if (!node.name().equals(facts.route())) {
            node.tellRoute(facts.route());
        }
        if (node.leaving()) {
            Membership.leave(cluster, node, false, null, service.nowNs());
        }
        service.tellLoad(cluster, server);
        return "";
    }

    private String change(McmpMessage message, ApplicationState state, Cluster cluster, Roster roster, Arrival arrival)
            throws McmpException {
        String route = ServerFacts.route(message);
        AppFields apps = AppFields.of(message, !message.wholeNode());
        RegisteredServer server = own(cluster, roster, route, arrival);
        Node node;
        int running = 0;
        synchronized (service) {
            server.heard(arrival);
            roster.change(cluster, server, () -> {
                if (apps == null || message.wholeNode()) {
                    server.setAll(state);
                    server.leaves = state == ApplicationState.REMOVED;
                } else {
                    server.set(apps.aliases(), apps.contexts(), state);
                }
            });
            node = McmpReport.node(cluster, server);
            VirtualHost host = apps == null ? null : server.find(apps.aliases());
            if (node != null && host != null && apps != null) {
                running = roster.running(node, host, apps.contexts());
            }
        }
        String place = cluster.name() + "/" + server.node;
        events.node().info(place + ": " + words(apps, message) + " " + state.word() + ", its server says");
        if (server.leaves && node != null) {
            Membership.leave(cluster, node, true, "its server has removed all applications", service.nowNs());
        }
        if (state != ApplicationState.STOPPED || apps == null) {
            return "";
        }
        return "Type=STOP-APP-RSP&JvmRoute=" + route + "&Alias=" + String.join(",", apps.aliases()) + "&Context="
                + String.join(",", apps.contexts()) + "&Requests=" + running + "\n";
    }

    private static String words(@Nullable AppFields apps, McmpMessage message) {
        if (apps == null || message.wholeNode()) {
            return "all applications are";
        }
        List<String> paths = apps.contexts();
        return String.join(", ", paths) + " of " + String.join(", ", apps.aliases())
                + (paths.size() == 1 ? " is" : " are");
    }

    private String status(McmpMessage message, Cluster cluster, Roster roster, Arrival arrival) throws McmpException {
        String route = ServerFacts.route(message);
        int load = ServerFacts.number(message, "Load", -2);
        if (load > MOST_LOAD) {
            throw McmpException.syntax("Load field has bad value: -2 to 100 are expected");
        }
        RegisteredServer server = own(cluster, roster, route, arrival);
        Node node = McmpReport.node(cluster, server);
        if (node == null) {
            throw McmpException.later("Can't read node with \"" + route + "\" JVMRoute");
        }
        synchronized (service) {
            server.heard(arrival);
            server.load = load < -1 ? server.load : load;
        }
        service.tellLoad(cluster, server);
        return "Type=STATUS-RSP&JVMRoute=" + route + "&State=" + word(isWell(node)) + "&id=" + id + "\n";
    }

    private String ping(McmpMessage message, Cluster cluster, Roster roster, OutsideAnswer found) throws McmpException {
        if (message.value("JVMRoute") != null) {
            String route = ServerFacts.route(message);
            Node node = McmpReport.node(cluster, known(roster, route));
            boolean well = node != null && isWell(node) && found.reached();
            return "Type=PING-RSP&JVMRoute=" + route + "&State=" + word(well) + "&id=" + id + "\n";
        }
        return "Type=PING-RSP&State=" + word(!namesPlace(message) || found.reached()) + "&id=" + id + "\n";
    }

    private static boolean namesPlace(McmpMessage message) {
        return message.value("Host") != null || message.value("Port") != null || message.value("Scheme") != null;
    }

    /**
     * The place to which a PING wants a connection; null for none. It is that of a server that has registered, so that
     * nobody looks through a network from here.
     */
    private @Nullable Supplier<InetSocketAddress> pinged(McmpMessage message, Cluster cluster, Roster roster)
            throws McmpException {
        if (message.value("JVMRoute") != null) {
            Node node = McmpReport.node(cluster, known(roster, ServerFacts.route(message)));
            return node == null || !isWell(node) ? null : node::address;
        }
        if (!namesPlace(message)) {
            return null;
        }
        String host = message.value("Host");
        int port = ServerFacts.number(message, "Port", -1);
        if (host == null || port < 1) {
            throw McmpException.syntax("Mandatory field(s) missing in message");
        }
        for (RegisteredServer server : roster.servers()) {
            HostPort address = server.facts().address();
            if (address.port() == port && address.host().equalsIgnoreCase(host)) {
                return () -> new InetSocketAddress(address.host(), address.port());
            }
        }
        return null;
    }

    private static boolean isWell(Node node) {
        NodeState state = node.state();
        return state != NodeState.DOWN && state != NodeState.EJECTED && state != NodeState.SILENT;
    }

    private static String word(boolean well) {
        return well ? "OK" : "NOTOK";
    }

    private static RegisteredServer known(Roster roster, String route) throws McmpException {
        RegisteredServer server = roster.find(route);
        if (server == null || server.leaves) {
            throw McmpException.later("Can't read node with \"" + route + "\" JVMRoute");
        }
        return server;
    }

    /** The server of a route, for which its owner alone speaks. */
    private RegisteredServer own(Cluster cluster, Roster roster, String route, Arrival arrival) throws McmpException {
        RegisteredServer server = known(roster, route);
        if (!server.isOf(arrival.peer())) {
            strange(cluster, server, arrival);
            throw McmpException.later("JVMRoute \"" + route + "\" belongs to the server that has registered it");
        }
        return server;
    }

    /** The server of a route that a peer wants to register; null for none. Refused while its owner is heard of. */
    private @Nullable RegisteredServer ownOrFree(Cluster cluster, Roster roster, String route, Arrival arrival)
            throws McmpException {
        RegisteredServer server = roster.find(route);
        if (server != null && !server.isOf(arrival.peer()) && server.heardOf(arrival)) {
            strange(cluster, server, arrival);
            throw McmpException.later(
                    "Old node with \"" + route + "\" JVMRoute still exists: another server has registered it");
        }
        return server;
    }

    private void strange(Cluster cluster, RegisteredServer server, Arrival arrival) {
        long nowNs = service.nowNs();
        if (strangeLines.passes(nowNs)) {
            events.node()
                    .warn(cluster.name() + "/" + server.node + ": a message from " + arrival.peer()
                            + " is refused, because " + server.owner() + " has registered the route "
                            + server.facts().route());
        }
    }
}
