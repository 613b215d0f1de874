// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.dispatcher.node.application.ApplicationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server that has registered, with what it has said since. One thread at a time. */
final class RegisteredServer {

    /** The most virtual hosts of a server, names of one, and contexts below one. */
    static final int MOST_HOSTS = 64;

    static final int MOST_ALIASES = 64;
    static final int MOST_CONTEXTS = 256;

    final int id;
    final List<VirtualHost> hosts = new ArrayList<>();
    private int hostIds;
    private ServerFacts facts;

    /** The node that it is; the server's route unless the configuration has another name for its address. */
    String node;

    /** The last figure of its load; below -1 when it has told none. */
    int load = -2;

    long heardNs;

    /** True when the server has said that it goes: the node leaves once nothing runs there. */
    boolean leaves;

    RegisteredServer(int id, ServerFacts facts, String node) {
        this.id = id;
        this.facts = facts;
        this.node = node;
    }

    ServerFacts facts() {
        return facts;
    }

    void facts(ServerFacts now) {
        facts = now;
    }

    /** Sets the state of contexts below the host that has one of the names, which is made when there is none. */
    void set(Set<String> aliases, List<String> contexts, ApplicationState state) throws McmpException {
        VirtualHost host = find(aliases);
        if (state == ApplicationState.REMOVED) {
            if (host != null) {
                contexts.forEach(host.contexts::remove);
                if (host.contexts.isEmpty()) {
                    hosts.remove(host);
                }
            }
            return;
        }
        if (host == null) {
            if (hosts.size() == MOST_HOSTS) {
                throw McmpException.later("Can't insert host alias: the node has " + MOST_HOSTS + " hosts");
            }
            host = new VirtualHost(++hostIds);
        }
        boolean grows = aliases.size() + host.aliases.size() > MOST_ALIASES && !host.aliases.containsAll(aliases);
        long known = contexts.stream().filter(host.contexts.keySet()::contains).count();
        if (grows || host.contexts.size() + contexts.size() - known > MOST_CONTEXTS) {
            throw McmpException.later("Can't insert context: a host of the node has " + MOST_CONTEXTS + " contexts or "
                    + MOST_ALIASES + " names");
        }
        if (!hosts.contains(host)) {
            hosts.add(host);
        }
        host.aliases.addAll(aliases);
        for (String context : contexts) {
            host.contexts.put(context, state);
        }
    }

    /** A copy of the hosts, for {@link #restore}. */
    List<VirtualHost> copyOfHosts() {
        return hosts.stream().map(VirtualHost::copy).toList();
    }

    /** Takes back what was said of contexts since a copy of the hosts was made. */
    void restore(List<VirtualHost> before) {
        hosts.clear();
        hosts.addAll(before);
    }

    /** Sets the state of all contexts. */
    void setAll(ApplicationState state) {
        if (state == ApplicationState.REMOVED) {
            hosts.clear();
        } else {
            hosts.forEach(host -> host.contexts.replaceAll((context, before) -> state));
        }
    }

    /** The host that has one of the names; null when there is none. */
    @Nullable
    VirtualHost find(Set<String> aliases) {
        for (VirtualHost host : hosts) {
            if (aliases.stream().anyMatch(host.aliases::contains)) {
                return host;
            }
        }
        return null;
    }
}
