// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.application.ApplicationState;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Does what a message asks for and says the answer, command by command. On the service's thread. */
final class Answering {

    private static final int MOST_LOAD = 100;

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

    Answering(McmpService service, ServerRegistry registry, ServerJoining joining, EventLog events) {
        this.service = service;
        this.registry = registry;
        this.joining = joining;
        this.events = events;
    }

    /** The body of the answer. */
    String text(McmpMessage message, Cluster cluster, Roster roster, long nowNs) throws McmpException {
        return switch (message.command()) {
            case CONFIG -> config(message, cluster, roster, nowNs);
            case ENABLE_APP -> change(message, ApplicationState.ENABLED, cluster, roster, nowNs);
            case DISABLE_APP -> change(message, ApplicationState.DISABLED, cluster, roster, nowNs);
            case STOP_APP -> change(message, ApplicationState.STOPPED, cluster, roster, nowNs);
            case REMOVE_APP -> change(message, ApplicationState.REMOVED, cluster, roster, nowNs);
            case STATUS -> status(message, cluster, roster, nowNs);
            case PING -> ping(message, cluster, roster);
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

    private String config(McmpMessage message, Cluster cluster, Roster roster, long nowNs) throws McmpException {
        ServerFacts facts;
        try {
            facts = ServerFacts.of(message);
        } catch (McmpException e) {
            events.node().warn("cluster " + cluster.name() + ": a server cannot register: " + e.text());
            throw e;
        }
        AppFields apps = AppFields.of(message, false);
        Node node = joining.join(cluster, roster, facts, nowNs);
        RegisteredServer server;
        synchronized (service) {
            boolean known = roster.find(facts.route()) != null;
            server = roster.put(facts, node.name());
            server.heardNs = nowNs;
            server.leaves = false;
            if (!known) {
                events.node().info(node + " is registered by its server, at " + facts.address());
            }
            List<VirtualHost> before = server.copyOfHosts();
            if (apps != null) {
                server.set(apps.aliases(), apps.contexts(), ApplicationState.STOPPED);
            }
            try {
                roster.publish(cluster);
            } catch (McmpException e) {
                server.restore(before);
                throw e;
            }
        }
        if (!node.name().equals(facts.route())) {
            node.tellRoute(facts.route());
        }
        if (node.leaving()) {
            Membership.leave(cluster, node, false, null, nowNs);
        }
        service.tellLoad(cluster, server);
        return "";
    }

    private String change(McmpMessage message, ApplicationState state, Cluster cluster, Roster roster, long nowNs)
            throws McmpException {
        String route = ServerFacts.route(message);
        AppFields apps = AppFields.of(message, !message.wholeNode());
        RegisteredServer server = known(roster, route);
        Node node;
        int running = 0;
        synchronized (service) {
            server.heardNs = nowNs;
            List<VirtualHost> before = server.copyOfHosts();
            if (apps == null || message.wholeNode()) {
                server.setAll(state);
                server.leaves = state == ApplicationState.REMOVED;
            } else {
                server.set(apps.aliases(), apps.contexts(), state);
            }
            try {
                roster.publish(cluster);
            } catch (McmpException e) {
                server.restore(before);
                server.leaves = false;
                throw e;
            }
            node = McmpReport.node(cluster, server);
            VirtualHost host = apps == null ? null : server.find(apps.aliases());
            if (node != null && host != null && apps != null) {
                running = roster.running(node, host, apps.contexts());
            }
        }
        String place = cluster.name() + "/" + server.node;
        events.node().info(place + ": " + words(apps, message) + " " + state.word() + ", its server says");
        if (server.leaves && node != null) {
            Membership.leave(cluster, node, true, "its server has removed all applications", nowNs);
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

    private String status(McmpMessage message, Cluster cluster, Roster roster, long nowNs) throws McmpException {
        String route = ServerFacts.route(message);
        int load = ServerFacts.number(message, "Load", -2);
        if (load > MOST_LOAD) {
            throw McmpException.syntax("Load field has bad value: -2 to 100 are expected");
        }
        RegisteredServer server = known(roster, route);
        Node node = McmpReport.node(cluster, server);
        if (node == null) {
            throw McmpException.later("Can't read node with \"" + route + "\" JVMRoute");
        }
        synchronized (service) {
            server.heardNs = nowNs;
            server.load = load < -1 ? server.load : load;
        }
        service.tellLoad(cluster, server);
        return "Type=STATUS-RSP&JVMRoute=" + route + "&State=" + word(isWell(node)) + "&id=" + id + "\n";
    }

    private String ping(McmpMessage message, Cluster cluster, Roster roster) throws McmpException {
        if (message.value("JVMRoute") != null) {
            String route = ServerFacts.route(message);
            Node node = McmpReport.node(cluster, known(roster, route));
            boolean well = node != null && isWell(node) && registry.reaches(node.address());
            return "Type=PING-RSP&JVMRoute=" + route + "&State=" + word(well) + "&id=" + id + "\n";
        }
        boolean well = true;
        if (message.value("Host") != null || message.value("Port") != null || message.value("Scheme") != null) {
            well = reachesServer(message, roster);
        }
        return "Type=PING-RSP&State=" + word(well) + "&id=" + id + "\n";
    }

    /** Asks only servers that have registered, so that nobody looks through a network from here. */
    private boolean reachesServer(McmpMessage message, Roster roster) throws McmpException {
        String host = message.value("Host");
        int port = ServerFacts.number(message, "Port", -1);
        if (host == null || port < 1) {
            throw McmpException.syntax("Mandatory field(s) missing in message");
        }
        for (RegisteredServer server : roster.servers()) {
            HostPort address = server.facts().address();
            if (address.port() == port && address.host().equalsIgnoreCase(host)) {
                return registry.reaches(new InetSocketAddress(address.host(), address.port()));
            }
        }
        return false;
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
}
