// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.node.application.ApplicationState;
import io.evenkeel.dispatcher.node.application.ApplicationTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The servers that have registered for one cluster, and the applications that the cluster has by them.
 *
 * <p>Threads: one at a time, under the service's lock.
 */
final class Roster {

    /** The most applications of a cluster: each request may be compared with all of them. */
    static final int MOST_APPLICATIONS = 1024;

    /** The most pairs of a name and a context of all servers: as much is kept and shown of them. */
    static final int MOST_PAIRS = 16_384;

    /** The servers by route; read without the lock by the service's own thread. */
    private final Map<String, RegisteredServer> servers = new ConcurrentSkipListMap<>();

    private final Map<AppKey, Application> applications = new HashMap<>();
    private boolean matchesHosts;
    private @Nullable Cluster published;
    private int ids;

    /** The requests that an application is for. */
    private record AppKey(@Nullable String host, String path) {}

    /** Sets whether requests must name a host of the application. */
    void matchHosts(boolean matches) {
        matchesHosts = matches;
    }

    /** The server of a route; null when none has registered. */
    @Nullable
    RegisteredServer find(String route) {
        return servers.get(route);
    }

    Collection<RegisteredServer> servers() {
        return List.copyOf(servers.values());
    }

    /** Adds a server, or gives back the one of its route with its new facts; a new owner begins without contexts. */
    RegisteredServer put(ServerFacts facts, String node, Arrival arrival) {
        RegisteredServer known = servers.get(facts.route());
        if (known == null) {
            known = new RegisteredServer(++ids, facts, node, arrival);
            servers.put(facts.route(), known);
        }
        if (!known.isOf(arrival.peer())) {
            known.newOwner(arrival.peer());
        }
        known.heard(arrival);
        known.facts(facts);
        known.node = node;
        return known;
    }

    void remove(RegisteredServer server) {
        servers.remove(server.facts().route());
    }

    /**
     * Brings the applications of the cluster in line with what the servers have said.
     *
     * @throws McmpException when there are too many; then nothing has changed
     */
    void publish(Cluster cluster) throws McmpException {
        int pairs = servers.values().stream().mapToInt(RegisteredServer::pairs).sum();
        if (pairs > MOST_PAIRS) {
            throw McmpException.later("Can't insert context: the servers of the cluster have " + MOST_PAIRS
                    + " pairs of a host name and a context");
        }
        Map<AppKey, ApplicationState[]> wanted = wanted(cluster);
        if (published != cluster) {
            applications.clear();
            published = cluster;
        }
        List<Application> shown = new ArrayList<>();
        wanted.forEach((key, states) -> {
            Application application = applications.computeIfAbsent(
                    key,
                    each -> new Application(
                            each.host(), each.path(), cluster.table().capacity()));
            application.states(states);
            shown.add(application);
        });
        applications.entrySet().removeIf(entry -> {
            boolean gone = !wanted.containsKey(entry.getKey());
            if (gone) {
                entry.getValue().states(new ApplicationState[0]);
            }
            return gone;
        });
        cluster.applications(new ApplicationTable(shown));
    }

    /** Something that a message says of a server. */
    interface Change {

        /** Makes the change. */
        void make() throws McmpException;
    }

    /** Changes a server and the applications with it; whatever fails, the server is as it was. */
    void change(Cluster cluster, RegisteredServer server, Change change) throws McmpException {
        List<VirtualHost> before = server.copyOfHosts();
        boolean left = server.leaves;
        boolean done = false;
        try {
            change.make();
            publish(cluster);
            done = true;
        } finally {
            if (!done) {
                server.restore(before);
                server.leaves = left;
            }
        }
    }

    private Map<AppKey, ApplicationState[]> wanted(Cluster cluster) throws McmpException {
        Map<String, Node> members = new HashMap<>();
        cluster.nodes().forEach(node -> members.put(node.name(), node));
        Map<AppKey, ApplicationState[]> wanted = new LinkedHashMap<>();
        for (RegisteredServer server : servers.values()) {
            Node node = members.get(server.node);
            if (node == null) {
                continue;
            }
            for (VirtualHost host : server.hosts) {
                Set<String> names = host.names();
                for (Map.Entry<String, ApplicationState> context : host.contexts.entrySet()) {
                    String path = context.getKey();
                    if (matchesHosts) {
                        for (String name : names) {
                            raise(wanted, new AppKey(name, path), node, context.getValue(), cluster);
                        }
                    } else {
                        raise(wanted, new AppKey(null, path), node, context.getValue(), cluster);
                    }
                }
            }
        }
        return wanted;
    }

    private static void raise(
            Map<AppKey, ApplicationState[]> wanted, AppKey key, Node node, ApplicationState state, Cluster cluster)
            throws McmpException {
        if (wanted.size() == MOST_APPLICATIONS && !wanted.containsKey(key)) {
            throw McmpException.later("Can't insert context: the cluster has " + MOST_APPLICATIONS);
        }
        ApplicationState[] states = wanted.computeIfAbsent(key, each -> {
            ApplicationState[] none = new ApplicationState[cluster.table().capacity()];
            Arrays.fill(none, ApplicationState.REMOVED);
            return none;
        });
        if (state.compareTo(states[node.slot()]) > 0) {
            states[node.slot()] = state;
        }
    }

    /** Tasks that run on a node in contexts of a virtual host. */
    int running(Node node, VirtualHost host, Collection<String> contexts) {
        Set<String> names = host.names();
        int sum = 0;
        for (Map.Entry<AppKey, Application> entry : applications.entrySet()) {
            AppKey key = entry.getKey();
            boolean named = key.host() == null || names.contains(key.host());
            if (named && contexts.contains(key.path())) {
                sum += entry.getValue().running(node.slot());
            }
        }
        return sum;
    }
}
