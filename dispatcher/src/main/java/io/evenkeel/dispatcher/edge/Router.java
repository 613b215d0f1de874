// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.node.application.ApplicationTable;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request by host and path prefix; the first one that matches wins. Immutable.
 *
 * <p>Routes compare what servers make of a path ({@link RoutePath}), and a host without the dot of the root; what goes
 * on stays as it came.
 */
public final class Router {

    private final Route[] routes;
    private final @Nullable Route only;
    private final @Nullable PathRule paths;
    private final boolean readsPaths;
    private final boolean refusesPaths;

    /**
     * @param paths see {@link io.evenkeel.config.listener.ListenerSettings}
     * @param clusters gives the cluster of a name
     */
    public Router(List<RouteSettings> settings, @Nullable PathRule paths, Function<String, Cluster> clusters) {
        this.paths = paths;
        routes = new Route[settings.size()];
        for (int k = 0; k < routes.length; k++) {
            routes[k] = new Route(k, settings.get(k), clusters);
        }
        only = routes.length > 0 && routes[0].takesAll() ? routes[0] : null;
        boolean compares = only == null && Stream.of(routes).anyMatch(Route::hasPath);
        refusesPaths = paths == PathRule.STRICT || (paths == null && compares);
        readsPaths = compares || refusesPaths;
    }

    /**
     * The route of a request.
     *
     * @param path the loop's reader of paths; left {@link RoutePath#doubtful} when that is why there is no route
     * @return null when no route matches, or the path is refused
     */
    public @Nullable Route find(RequestHead head, RoutePath path) {
        path.clear();
        if (readsPaths) {
            path.read(head.octets(), head.target().pathAt(), head.target().end());
            if (refusesPaths && path.doubtful()) {
                return null;
            }
        }
        if (only != null && !hasApplications(only)) {
            return only;
        }
        Route silent = null;
        for (Route route : routes) {
            if (route.fits(head, path)) {
                Cluster cluster = route.cluster();
                ApplicationTable table = cluster == null ? null : cluster.applications();
                if (cluster == null || table == null || announces(cluster, head, path)) {
                    return route;
                }
                if (path.doubtful() && paths != PathRule.RAW) {
                    return null;
                }
                silent = silent == null && table.isEmpty() ? route : silent;
            }
        }
        path.clear();
        return silent;
    }

    private static boolean hasApplications(Route route) {
        Cluster cluster = route.cluster();
        return cluster != null && cluster.applications() != null;
    }

    /**
     * True when the nodes of a cluster announce an application for a request; where none has announced any, it may be
     * known soon, and the request gets no node rather than no route. Because paths choose nodes here, a doubtful one
     * fits none, unless the listener is to pass them on.
     */
    private boolean announces(Cluster cluster, RequestHead head, RoutePath path) {
        Application known = application(cluster, head, path);
        return known != null && !known.isNobodys() && (paths == PathRule.RAW || !path.doubtful());
    }

    /** The application of a cluster that a request is for; null when it is for none, or the nodes announce none. */
    public static @Nullable Application application(Cluster cluster, RequestHead head, RoutePath path) {
        ApplicationTable table = cluster.applications();
        if (table == null) {
            return null;
        }
        path.read(head.octets(), head.target().pathAt(), head.target().end());
        return table.find(head.octets(), head.hostAt(), head.hostEnd(), path);
    }
}
