// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.node.Node;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes by the routes that their app servers append to session identifiers: those of the settings, and those that
 * answers have told. Routes that two nodes say of themselves lead to none.
 *
 * <p>Finding allocates nothing. Threads: any; learning is rare and makes a new table.
 */
final class RouteTable {

    /** No server has more names for itself. */
    private static final int MOST_LEARNED = 4096;

    /** Digits of Liberty's cache identifier. */
    private static final int CACHE_DIGITS = 4;

    private static final int HEX = 16;

    /** Two nodes say the route of themselves. */
    private static final long NOBODY = 0;

    private final Map<Long, Long> set = new HashMap<>();
    private final Map<Long, Long> learned = new HashMap<>();

    /** Routes of the settings that an answer of another node had. */
    private final Set<Long> mistaken = new HashSet<>();

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
        mistaken.clear();
        for (NodeSettings node : nodes) {
            set.put(key(node.route()), Node.key(node.name()));
        }
        learned.values().retainAll(set.values());
        publish();
    }

    private void publish() {
        Map<Long, Long> all = new HashMap<>(learned);
        all.putAll(set);
        table = new Table(all);
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
        return from < to && find(octets, from, to) != node && learn(key(octets, from, to), node);
    }

    private synchronized boolean learn(long route, long node) {
        if (set.containsKey(route)) {
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
