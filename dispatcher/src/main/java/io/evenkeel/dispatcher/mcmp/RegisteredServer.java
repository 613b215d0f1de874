// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.dispatcher.node.application.ApplicationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server that has registered, with what it has said since. One thread at a time. */
final class RegisteredServer {

    /** The most virtual hosts of a server, names of one, and contexts below one. */
    static final int MOST_HOSTS = 64;

    static final int MOST_ALIASES = 64;
    static final int MOST_CONTEXTS = 256;

    /** So long after the last word of its owner others may take its route and its address. */
    static final long ROUTE_FREE_AFTER_NS = TimeUnit.SECONDS.toNanos(15);

    final int id;
    final List<VirtualHost> hosts = new ArrayList<>();
    private int hostIds;
    private ServerFacts facts;

    /** The node that it is; the server's route unless the configuration has another name for its address. */
    String node;

    /** The last figure of its load; below -1 when it has told none. */
    int load = -2;

    /** The sender of its last CONFIG: nobody else speaks for it. */
    private McmpPeer owner;

    private long heardNs;

    /** Until then its owner is not silent, because a message of it waits for somebody else. */
    private long waitsUntilNs;

    /** True when the server has said that it goes: the node leaves once nothing runs there. */
    boolean leaves;

    RegisteredServer(int id, ServerFacts facts, String node, Arrival arrival) {
        this.id = id;
        this.facts = facts;
        this.node = node;
        owner = arrival.peer();
        heardNs = arrival.atNs();
        waitsUntilNs = heardNs;
    }

    McmpPeer owner() {
        return owner;
    }

    /** True for the peer that has registered the server. */
    boolean isOf(McmpPeer peer) {
        return owner.equals(peer);
    }

    /** Sets the peer that speaks for the server from now on; what the one before has said is forgotten. */
    void newOwner(McmpPeer peer) {
        owner = peer;
        hosts.clear();
        load = -2;
    }

    /** Takes note of a message of its owner; messages that came later may have had their turn before. */
    void heard(Arrival arrival) {
        heardNs = Math.max(heardNs - arrival.atNs(), 0) + arrival.atNs();
    }

    /** True when a message that came after another one has had its turn already. */
    boolean heardAfter(Arrival arrival) {
        return heardNs - arrival.atNs() > 0;
    }

    /** Takes note that a message of its owner, which has arrived, waits for a time at most. */
    void waits(Arrival arrival, long patienceNs) {
        waitsUntilNs = arrival.atNs() + patienceNs;
    }

    /** Takes note that no such message waits any more. */
    void waitsNoMore(Arrival arrival) {
        waitsUntilNs = arrival.atNs();
    }

    long silentNs(long nowNs) {
        return nowNs - heardNs;
    }

    /** True when its owner has not been silent for long as a message of somebody else arrived. */
    boolean heardOf(Arrival arrival) {
        return silentNs(arrival.atNs()) < ROUTE_FREE_AFTER_NS || arrival.atNs() - waitsUntilNs < 0;
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

    /** The pairs of a name and a context below the same host. */
    int pairs() {
        int sum = 0;
        for (VirtualHost host : hosts) {
            sum += host.aliases.size() * host.contexts.size();
        }
        return sum;
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
