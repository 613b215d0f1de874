// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.Node;
import java.nio.charset.StandardCharsets;

/**
 * Affinity by the route that app servers append to a session's identifier, in the session cookie or, for clients
 * without cookies, in the path. Nothing is added to an answer and nothing is rewritten.
 *
 * <p>Forms: {@code ID.route} of Tomcat, Jetty, WildFly and GlassFish, {@code ID.route1.route2} of WildFly with ranked
 * routes, of which the second node has a copy of the session, {@code ID:clone} of Liberty, and {@code ID!route} of
 * WebLogic. A cookie counts before the path, and of several cookies the first that has a route of the cluster, since
 * browsers send the one with the longest path first.
 */
final class RouteAffinity implements Affinity {

    private final boolean strict;
    private final CookieReader reader;
    private final RouteTable routes;
    private final AffinityCounts counts;
    private final EventLogger events;

    RouteAffinity(boolean strict, String cookie, RouteTable routes, AffinityCounts counts, EventLogger events) {
        this.strict = strict;
        this.reader = new CookieReader(cookie);
        this.routes = routes;
        this.counts = counts;
        this.events = events;
    }

    @Override
    public boolean strict() {
        return strict;
    }

    @Override
    public void read(RequestHead head, Origin origin, SessionMark mark) {
        MarkKind kind = MarkKind.NONE;
        byte[] octets = head.octets();
        for (boolean found = reader.first(head); found; found = reader.next(head)) {
            kind = take(octets, mark);
            if (kind == MarkKind.HOME) {
                return;
            }
        }
        if (kind == MarkKind.NONE && reader.findInPath(head)) {
            kind = take(octets, mark);
        }
        if (kind != MarkKind.HOME) {
            mark.nothing(kind);
        }
    }

    /** Reads the mark in the value that the reader has found. */
    private MarkKind take(byte[] octets, SessionMark mark) {
        int end = reader.valueEnd();
        if (end - reader.valueAt() > SeenSessions.LONGEST) {
            return MarkKind.FORGED;
        }
        int routeAt = routeAt(octets, reader.valueAt(), end);
        if (routeAt < 0) {
            return MarkKind.NONE;
        }
        long whole = routes.find(octets, routeAt, end);
        if (whole != 0) {
            mark.at(whole, 0, false);
            return MarkKind.HOME;
        }
        byte separator = octets[routeAt - 1];
        long first = 0;
        for (int at = routeAt; at < end; ) {
            int stop = at;
            while (stop < end && octets[stop] != separator) {
                stop++;
            }
            long node = routes.find(octets, at, stop);
            if (node != 0 && first != 0) {
                mark.at(first, node, false);
                return MarkKind.HOME;
            }
            first = node != 0 ? node : first;
            at = stop + 1;
        }
        if (first != 0) {
            mark.at(first, 0, false);
            return MarkKind.HOME;
        }
        return MarkKind.FOREIGN;
    }

    /** The offset of the route in a session's identifier; -1 when it has none. */
    private static int routeAt(byte[] octets, int from, int to) {
        for (int i = from; i < to; i++) {
            byte octet = octets[i];
            if (octet == '.' || octet == ':' || octet == '!') {
                return i + 1 < to ? i + 1 : -1;
            }
        }
        return -1;
    }

    @Override
    public void answered(SessionMark mark, Node node, ResponseHead head) {
        counts.answered(mark.kind(), mark.home() == node.key());
        // A server may give back the route of a session that it did not know: only one that it chose itself teaches.
        if (mark.kind() == MarkKind.NONE && reader.find(head)) {
            byte[] octets = head.octets();
            int at = routeAt(octets, reader.valueAt(), reader.valueEnd());
            if (at >= 0) {
                learn(octets, at, node);
            } else if (!SeenSessions.ends(head, reader) && routes.lacks(node.key())) {
                events.warn(node + " sets sessions without a route, so their users may go to any node;"
                        + " give its server a route, in Tomcat jvmRoute, or use affinity 'cookie'");
            }
        }
    }

    /**
     * Several routes teach nothing: servers put their own in front (WildFly) or behind those that were there (Liberty).
     */
    private void learn(byte[] octets, int at, Node node) {
        int end = at;
        while (end < reader.valueEnd() && octets[end] != octets[at - 1]) {
            end++;
        }
        if (end == reader.valueEnd() && routes.learn(octets, at, end, node.key())) {
            String route = new String(octets, at, end - at, StandardCharsets.ISO_8859_1);
            events.warn(
                    node + " sets sessions with the route " + route
                            + ", which another node has: their users cannot be told apart; give each server a route of its own");
        }
    }
}
