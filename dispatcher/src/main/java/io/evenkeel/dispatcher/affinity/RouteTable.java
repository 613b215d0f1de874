// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes by the routes that their app servers append to session identifiers: those of the settings, then those that
 * agents announce, then those that answers have shown. Routes that two nodes have by the same of these lead to none.
 *
 * <p>Finding allocates nothing. Threads: any; learning is rare and makes a new table.
 */
final class RouteTable {

    /** No server has more names for itself. */
    private static final int MOST_LEARNED = 4096;

    /** Digits of Liberty's cache identifier. */
    private static final int CACHE_DIGITS = 4;

    private static final int HEX = 16;

    /** Two nodes have the route. */
    private static final long NOBODY = 0;

    private final Map<Long, Long> set = new HashMap<>();

    /** The keys of the nodes of the settings. */
    private final Set<Long> members = new HashSet<>();

    private final Map<Long, Long> learned = new HashMap<>();

    /** The route that a node's agent has announced, by the node's key. */
    private final Map<Long, String> announced = new HashMap<>();

    /** Routes of the settings or of agents that an answer of another node had. */
    private final Set<Long> mistaken = new HashSet<>();

    /** Faults of nodes' routes that their last answers showed, in words behind the node's name. */
    private volatile Map<Long, String> faults = Map.of();

    /** The same of what agents announce. */
    private volatile Map<Long, String> clashes = Map.of();

    /** The same of the settings. */
    private volatile Map<Long, String> doubles = Map.of();

    private volatile Table table;

    /** Routes and nodes side by side, open addressing; a route of 0 is an empty place. Immutable. */
    private static final class Table {

        private final long[] routes;
        private final long[] nodes;

        Table(Map<Long, Long> entries) {
            int places = Integer.highestOneBit(Math.max(4, entries.size() * 2)) * 2;
            routes = new long[places];
            nodes = new long[places];
            entries.forEach((route, node) -> {
                int at = place(route);
                routes[at] = route;
                nodes[at] = node;
            });
        }

        private int place(long route) {
            int mask = routes.length - 1;
            int at = (int) (route >>> 32 ^ route) & mask;
            while (routes[at] != 0 && routes[at] != route) {
                at = at + 1 & mask;
            }
            return at;
        }

        long find(long route) {
            int at = place(route);
            return routes[at] == 0 ? NOBODY : nodes[at];
        }
    }

    RouteTable() {
        table = new Table(Map.of());
    }

    /**
     * Takes over the routes of the settings. Those that were learned of members stay, except where the settings say
     * otherwise; those that two nodes had are learned again.
     */
    synchronized void nodes(List<NodeSettings> nodes) {
        set.clear();
        members.clear();
        mistaken.clear();
        faults = Map.of();
        for (NodeSettings node : nodes) {
            long member = Node.key(node.name());
            members.add(member);
            set.merge(key(node.route()), member, (first, second) -> NOBODY);
        }
        Map<Long, String> several = new HashMap<>();
        for (NodeSettings node : nodes) {
            if (set.getOrDefault(key(node.route()), NOBODY) == NOBODY) {
                several.put(Node.key(node.name()), "has the route '" + node.route() + "', which another node has");
            }
        }
        doubles = several;
        announced.keySet().retainAll(members);
        learned.values().retainAll(members);
        publish();
    }

    private void publish() {
        Map<Long, Long> byAgents = new HashMap<>();
        announced.forEach((node, route) -> byAgents.merge(key(route), node, (first, second) -> NOBODY));
        Map<Long, Long> all = new HashMap<>(learned);
        all.putAll(byAgents);
        all.putAll(set);
        Table next = new Table(all);
        Map<Long, String> clash = new HashMap<>();
        announced.forEach((node, route) -> {
            if (next.find(key(route)) != node) {
                clash.put(node, "has the route '" + route + "' by its agent, which another node has");
            }
        });
        clashes = clash;
        table = next;
    }

    /**
     * A node's agent announces the route that its server appends.
     *
     * @param route empty when it appends none, or the agent has not said
     * @return words behind the node's name for the event log; null when nothing is new, or the settings say the same
     */
    synchronized @Nullable String announce(long node, String route) {
        if (route.isEmpty()) {
            if (announced.remove(node) != null) {
                publish();
            }
            return null;
        }
        if (route.equals(announced.put(node, route))) {
            return null;
        }
        publish();
        long key = key(route);
        if (clashes.containsKey(node)) {
            mistaken.add(key);
            return clashes.get(node);
        }
        return set.containsKey(key) ? null : "has the route '" + route + "', as its agent tells";
    }

    /** The route that a node's agent has announced; empty when it has announced none. */
    synchronized String announced(long node) {
        return announced.getOrDefault(node, "");
    }

    /** The reason for which sessions of a node cannot be led to it, in words behind its name; empty without one. */
    String fault(long node) {
        String fault = clashes.get(node);
        if (fault == null) {
            fault = doubles.get(node);
        }
        return fault != null ? fault : faults.getOrDefault(node, "");
    }

    /** A node has set a session without a route; true the first time. */
    boolean lacks(long node) {
        return note(node, "sets sessions without a route");
    }

    private boolean note(long node, String fault) {
        return !fault.equals(faults.get(node)) && change(node, fault);
    }

    private synchronized boolean change(long node, @Nullable String fault) {
        Map<Long, String> next = new HashMap<>(faults);
        boolean changed = !Objects.equals(fault, fault == null ? next.remove(node) : next.put(node, fault));
        faults = next;
        return changed;
    }

    /** The key of the node that a route leads to; 0 when there is none. */
    long find(byte[] octets, int from, int to) {
        if (from >= to) {
            return NOBODY;
        }
        return table.find(key(octets, from, to));
    }

    /**
     * The offset of a session's identifier in the value of its cookie: behind the four digits that Open Liberty counts
     * up when a session is read from its store, which other servers do not write in front of a colon.
     */
    static int identifierAt(byte[] octets, int from, int to) {
        int at = from;
        while (at < to && at < from + CACHE_DIGITS && Character.digit(octets[at], HEX) >= 0) {
            at++;
        }
        if (at < from + CACHE_DIGITS) {
            return from;
        }
        int colon = Octets.indexOf(octets, at, to, (byte) ':');
        return at < colon && colon < to ? at : from;
    }

    /**
     * The end of a session's identifier without the routes behind it: the first separator when all that follows are
     * routes of the cluster, else the end of the value.
     */
    int identifierEnd(byte[] octets, int from, int to) {
        for (int i = from; i < to; i++) {
            byte octet = octets[i];
            if (octet == '.' || octet == ':' || octet == '!') {
                return find(octets, i + 1, to) != NOBODY || allKnown(octets, i, to) ? i : to;
            }
        }
        return to;
    }

    private boolean allKnown(byte[] octets, int separatorAt, int to) {
        int from = separatorAt + 1;
        for (int i = from; i <= to; i++) {
            if (i == to || octets[i] == octets[separatorAt]) {
                if (find(octets, from, i) == NOBODY) {
                    return false;
                }
                from = i + 1;
            }
        }
        return true;
    }

    /**
     * A node has set a session with a route.
     *
     * @return true when this shows for the first time that the route is of no use, because another node has it
     */
    boolean learn(byte[] octets, int from, int to, long node) {
        if (from >= to) {
            return false;
        }
        if (find(octets, from, to) != node) {
            boolean useless = learn(key(octets, from, to), node);
            if (find(octets, from, to) != node) {
                String route = new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
                note(node, "sets sessions with the route '" + route + "', which another node has");
            }
            return useless;
        }
        if (!faults.isEmpty()) {
            change(node, null);
        }
        return false;
    }

    private synchronized boolean learn(long route, long node) {
        if (set.containsKey(route) || announced.values().stream().anyMatch(each -> key(each) == route)) {
            return mistaken.add(route);
        }
        Long before = learned.get(route);
        if (before == null && learned.size() < MOST_LEARNED) {
            learned.put(route, node);
            publish();
        } else if (before != null && before != NOBODY && before != node) {
            learned.put(route, NOBODY);
            publish();
            return true;
        }
        return false;
    }

    private static long key(String route) {
        return Node.key(route);
    }

    /** {@link Node#key} of the same characters. */
    private static long key(byte[] octets, int from, int to) {
        long hash = 0xCBF29CE484222325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ octets[i]) * 0x100000001B3L;
        }
        return hash == 0 ? 1 : hash;
    }
}
