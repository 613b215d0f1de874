// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.node.application.ApplicationTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cluster for a request by host and path prefix; the first route that matches wins. Immutable.
 *
 * <p>Routes compare what servers make of a path ({@link RoutePath}), and a host without the dot of the root; what goes
 * on stays as it came.
 */
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
            host = name == null ? null : octets(host(below ? name.substring(1) : name));
            String prefix = settings.path();
            path = prefix == null ? null : compared(prefix);
            this.cluster = cluster;
        }

        private static String host(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        }

        /**
         * The prefix as {@link RoutePath} gives paths, without a slash at its end; null when it is that of every path.
         * One with parameters or a query stays as it is, so that it does not stand for more than it says.
         */
        private static byte @Nullable [] compared(String prefix) {
            byte[] octets = octets(prefix);
            if (prefix.indexOf(';') >= 0 || prefix.indexOf('?') >= 0) {
                return octets;
            }
            RoutePath path = new RoutePath();
            path.read(octets, 0, octets.length);
            byte[] read = path.toBytes();
            int length = read[read.length - 1] == '/' ? read.length - 1 : read.length;
            return length == 0 ? null : Arrays.copyOf(read, length);
        }

        private static byte[] octets(String text) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    /** A prefix of paths as {@link RoutePath#isBelow} wants it; null when it is that of every path. */
    static byte @Nullable [] compared(String prefix) {
        return Route.compared(prefix);
    }

    private final Route[] routes;
    private final @Nullable Cluster only;
    private final @Nullable PathRule paths;
    private final boolean readsPaths;
    private final boolean refusesPaths;

    /**
     * @param paths see {@link io.evenkeel.config.listener.ListenerSettings}
     * @param clusters gives the cluster of a name
     */
    public Router(List<RouteSettings> settings, @Nullable PathRule paths, Function<String, Cluster> clusters) {
        this.paths = paths;
        routes = settings.stream()
                .map(route -> new Route(route, clusters.apply(route.cluster())))
                .toArray(Route[]::new);
        Route first = routes.length > 0 ? routes[0] : null;
        only = first != null && first.host == null && first.path == null ? first.cluster : null;
        boolean compares = only == null && Stream.of(routes).anyMatch(route -> route.path != null);
        refusesPaths = paths == PathRule.STRICT || (paths == null && compares);
        readsPaths = compares || refusesPaths;
    }

    /**
     * The cluster for a request.
     *
     * @param path the loop's reader of paths; left {@link RoutePath#doubtful} when that is why there is no cluster
     * @return null when no route matches, or the path is refused
     */
    @Nullable
    Cluster find(RequestHead head, RoutePath path) {
        path.clear();
        if (readsPaths) {
            path.read(head.octets(), head.target().pathAt(), head.target().end());
            if (refusesPaths && path.doubtful()) {
                return null;
            }
        }
        if (only != null && only.applications() == null) {
            return only;
        }
        Cluster silent = null;
        for (Route route : routes) {
            if (hostMatches(route, head) && (route.path == null || path.isBelow(route.path))) {
                ApplicationTable table = route.cluster.applications();
                if (table == null || announces(route.cluster, head, path)) {
                    return route.cluster;
                }
                if (path.doubtful() && paths != PathRule.RAW) {
                    return null;
                }
                silent = silent == null && table.isEmpty() ? route.cluster : silent;
            }
        }
        path.clear();
        return silent;
    }

    /**
     * True when the nodes of a cluster announce an application for a request; where none has announced any, it may be
     * known soon, and the request gets no node rather than no route. Because paths choose nodes here, a
     * doubtful one fits none, unless the listener is to pass them on.
     */
    private boolean announces(Cluster cluster, RequestHead head, RoutePath path) {
        Application known = application(cluster, head, path);
        return known != null && !known.isNobodys() && (paths == PathRule.RAW || !path.doubtful());
    }

    /** The application of a cluster that a request is for; null when it is for none, or the nodes announce none. */
    @Nullable
    static Application application(Cluster cluster, RequestHead head, RoutePath path) {
        ApplicationTable table = cluster.applications();
        if (table == null) {
            return null;
        }
        path.read(head.octets(), head.target().pathAt(), head.target().end());
        return table.find(head.octets(), head.hostAt(), head.hostEnd(), path);
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
        if (to - 1 > from && octets[to - 1] == '.') {
            to--;
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
}
