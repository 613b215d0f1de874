// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.dispatcher.mcmp.ServerFacts.Hints;
import io.evenkeel.dispatcher.mcmp.ServerRegistry.NodeTraffic;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.application.ApplicationState;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes INFO and DUMP in the lines that mod_cluster and its tools read. */
final class McmpReport {

    /** The numbers of the states in DUMP. */
    private static final int ENABLED = 1;

    private static final int DISABLED = 2;
    private static final int STOPPED = 3;

    /** The most characters of an answer. */
    static final int MOST_CHARACTERS = 1 << 20;

    private McmpReport() {}

    /** Nodes, hosts and contexts, by which a server finds out what is known of it. */
    static String info(Roster roster, Cluster cluster, ServerRegistry registry) {
        BoundedLines out = new BoundedLines(cluster.name());
        for (RegisteredServer server : roster.servers()) {
            ServerFacts facts = server.facts();
            Hints hints = facts.hints();
            Node node = node(cluster, server);
            NodeCounts counts = node == null ? null : cluster.table().counts(node);
            NodeTraffic traffic = node == null ? new NodeTraffic(0, 0) : registry.traffic(cluster.name(), node.slot());
            out.add(("Node: [%d],Name: %s,Balancer: %s,LBGroup: %s,Host: %s,Port: %d,Type: %s,Flushpackets: %s,"
                            + "Flushwait: %d,Ping: %d,Smax: %d,Ttl: %d,Elected: %d,Read: %d,Transfered: %d,"
                            + "Connected: %d,Load: %d\n")
                    .formatted(
                            server.id,
                            facts.route(),
                            facts.balancer(),
                            facts.group(),
                            facts.address().host(),
                            facts.address().port(),
                            facts.scheme(),
                            hints.flushPackets(),
                            hints.flushWait(),
                            hints.ping(),
                            hints.smax(),
                            hints.ttl(),
                            counts == null ? 0 : counts.started(),
                            traffic.read(),
                            traffic.transferred(),
                            counts == null ? 0 : counts.inFlight(),
                            server.load));
        }
        int line = 0;
        for (RegisteredServer server : roster.servers()) {
            for (VirtualHost host : server.hosts) {
                for (String alias : host.aliases) {
                    out.add("Vhost: [%d:%d:%d], Alias: %s\n".formatted(server.id, host.id, ++line, alias));
                }
            }
        }
        line = 0;
        for (RegisteredServer server : roster.servers()) {
            for (VirtualHost host : server.hosts) {
                for (Map.Entry<String, ApplicationState> context : host.contexts.entrySet()) {
                    out.add("Context: [%d:%d:%d], Context: %s, Status: %s\n"
                            .formatted(
                                    server.id,
                                    host.id,
                                    ++line,
                                    context.getKey(),
                                    context.getValue().name().toUpperCase(Locale.ROOT)));
                }
            }
        }
        return out.toString();
    }

    /** Everything that is known, for people who look for a fault. */
    static String dump(Roster roster, Cluster cluster) {
        BoundedLines out = new BoundedLines(cluster.name());
        Set<String> balancers = new LinkedHashSet<>();
        roster.servers().forEach(server -> balancers.add(server.facts().balancer()));
        int number = 0;
        for (String balancer : balancers) {
            AffinitySettings affinity = cluster.settings().affinity();
            boolean sticky = affinity.ties();
            out.add("balancer: [%d] Name: %s Sticky: %d [%s]/[%s] remove: 0 force: %d Timeout: %d maxAttempts: %d\n"
                    .formatted(
                            ++number,
                            balancer,
                            sticky ? 1 : 0,
                            sticky ? affinity.cookie() : "",
                            sticky ? affinity.cookie().toLowerCase(Locale.ROOT) : "",
                            affinity.strict() ? 1 : 0,
                            cluster.settings().queue().timeout().toSeconds(),
                            cluster.settings().retry().attempts()));
        }
        for (RegisteredServer server : roster.servers()) {
            ServerFacts facts = server.facts();
            Hints hints = facts.hints();
            out.add(("node: [%d:%d],Balancer: %s,JVMRoute: %s,LBGroup: [%s],Host: %s,Port: %d,Type: %s,"
                            + "flushpackets: %d,flushwait: %d,ping: %d,smax: %d,ttl: %d,timeout: %d\n")
                    .formatted(
                            server.id,
                            server.id,
                            facts.balancer(),
                            facts.route(),
                            facts.group(),
                            facts.address().host(),
                            facts.address().port(),
                            facts.scheme(),
                            hints.flushPackets().equals("On") ? 1 : 0,
                            hints.flushWait(),
                            hints.ping(),
                            hints.smax(),
                            hints.ttl(),
                            hints.timeout()));
        }
        number = 0;
        for (RegisteredServer server : roster.servers()) {
            for (VirtualHost host : server.hosts) {
                for (String alias : host.aliases) {
                    out.add("host: %d [%s] vhost: %d node: %d\n".formatted(++number, alias, host.id, server.id));
                }
            }
        }
        number = 0;
        for (RegisteredServer server : roster.servers()) {
            for (VirtualHost host : server.hosts) {
                for (Map.Entry<String, ApplicationState> context : host.contexts.entrySet()) {
                    out.add("context: %d [%s] vhost: %d node: %d status: %d\n"
                            .formatted(++number, context.getKey(), host.id, server.id, status(context.getValue())));
                }
            }
        }
        return out.toString();
    }

    private static int status(ApplicationState state) {
        return switch (state) {
            case ENABLED -> ENABLED;
            case DISABLED -> DISABLED;
            default -> STOPPED;
        };
    }

    /** The node of a server; null while it is no member. */
    static @Nullable Node node(Cluster cluster, RegisteredServer server) {
        for (Node node : cluster.nodes()) {
            if (node.name().equals(server.node)) {
                return node;
            }
        }
        return null;
    }

    /**
     * Lines of an answer, up to a size; when it is cut, a last line says so. That line begins with no word that readers
     * of INFO look for, so they skip it; an error would make a server register again.
     */
    private static final class BoundedLines {

        private static final int ROOM_FOR_CUT = 256;

        private final StringBuilder lines = new StringBuilder();
        private final String cluster;
        private boolean cut;

        /** @param cluster names the place where all of it can be seen */
        BoundedLines(String cluster) {
            this.cluster = cluster.substring(0, Math.min(cluster.length(), ROOM_FOR_CUT / 2));
        }

        /** Adds a line with its end, unless there is no room for it; from then on nothing is added. */
        void add(String line) {
            cut |= lines.length() + line.length() > MOST_CHARACTERS - ROOM_FOR_CUT;
            if (!cut) {
                lines.append(line);
            }
        }

        @Override
        public String toString() {
            return cut
                    ? lines + "Cut: all of it has more than " + MOST_CHARACTERS
                            + " characters; see GET /api/v1/clusters/" + cluster + "/servers\n"
                    : lines.toString();
        }
    }
}
