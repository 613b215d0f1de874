// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.settings.listener.RouteSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the cluster for a request by host and path prefix; the first route that matches wins. Immutable. */
public final class Router {

    private static final class Route {
        private final byte @Nullable [] host;
        /** The host stands for every name that ends in it. */
        private final boolean below;

        private final byte @Nullable [] path;
        private final Cluster cluster;

        Route(RouteSettings settings, Cluster cluster) {
            String name = settings.host();
            below = name != null && name.startsWith("*.");
            host = name == null ? null : octets((below ? name.substring(1) : name).toLowerCase(Locale.ROOT));
            String prefix = settings.path();
            path = prefix == null || prefix.equals("/") ? null : octets(withoutSlash(prefix));
            this.cluster = cluster;
        }

        private static String withoutSlash(String prefix) {
            return prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
        }

        private static byte[] octets(String text) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private final Route[] routes;
    private final @Nullable Cluster only;

    /**
     * @param clusters gives the cluster of a name
     */
    public Router(List<RouteSettings> settings, Function<String, Cluster> clusters) {
        routes = settings.stream()
                .map(route -> new Route(route, clusters.apply(route.cluster())))
                .toArray(Route[]::new);
        Route first = routes.length > 0 ? routes[0] : null;
        only = first != null && first.host == null && first.path == null ? first.cluster : null;
    }

    /** The cluster for a request, or null when no route matches. */
    @Nullable
    Cluster find(RequestHead head) {
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
