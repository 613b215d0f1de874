// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.settings.RouteSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the cluster for a request by host and path prefix; the first route that matches wins. Immutable. */
public final class Router {

    private record Route(byte @Nullable [] host, boolean below, byte @Nullable [] path, Cluster cluster) {}

    private final Route[] routes;
    private final @Nullable Cluster only;

    /**
     * @param clusters gives the cluster of a name
     */
    public Router(List<RouteSettings> settings, Function<String, Cluster> clusters) {
        routes = settings.stream()
                .map(route -> {
                    String host = route.host();
                    boolean below = host != null && host.startsWith("*.");
                    String name = host == null ? null : (below ? host.substring(1) : host).toLowerCase(Locale.ROOT);
                    String path = route.path();
                    String prefix = path == null || path.equals("/") ? null : path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
                    return new Route(octets(name), below, octets(prefix), clusters.apply(route.cluster()));
                })
                .toArray(Route[]::new);
        Route first = routes.length > 0 ? routes[0] : null;
        only = first != null && first.host == null && first.path == null ? first.cluster : null;
    }

    private static byte @Nullable [] octets(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The cluster for a request, or null when no route matches. */
    @Nullable Cluster find(RequestHead head) {
        if (only != null) {
            return only;
        }
        for (Route route : routes) {
            if (hostMatches(route, head) && pathMatches(route, head)) {
                return route.cluster;
            }
        }
        return null;
    }

    private static boolean hostMatches(Route route, RequestHead head) {
        byte[] wanted = route.host;
        if (wanted == null) {
            return true;
        }
        byte[] octets = head.octets();
        int from = head.hostAt();
        int to = head.hostEnd();
        for (int i = to - 1; i > from && octets[i] != ']'; i--) {
            if (octets[i] == ':') {
                to = i;
                break;
            }
        }
        int start = to - wanted.length;
        if (route.below ? start <= from : start != from) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            int octet = octets[start + i];
            if ((octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean pathMatches(Route route, RequestHead head) {
        byte[] wanted = route.path;
        if (wanted == null) {
            return true;
        }
        byte[] octets = head.octets();
        int from = head.target().pathAt();
        int to = head.target().end();
        if (to - from < wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (octets[from + i] != wanted[i]) {
                return false;
            }
        }
        int next = from + wanted.length;
        return next == to || octets[next] == '/' || octets[next] == '?';
    }
}
