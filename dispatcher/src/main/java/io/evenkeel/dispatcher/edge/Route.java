// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.condition.HostPattern;
import io.evenkeel.dispatcher.condition.PathPrefix;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A route with its clusters: which requests take it, and where they may go. Immutable. */
public final class Route {

    private final int number;
    private final @Nullable HostPattern host;
    private final byte @Nullable [] path;
    private final @Nullable Cluster cluster;
    private final @Nullable Cluster canary;
    private final @Nullable Cluster mirror;

    /** @param number its place in the listener's list, from 0 */
    Route(int number, RouteSettings settings, Function<String, Cluster> clusters) {
        this.number = number;
        host = settings.host() == null ? null : new HostPattern(settings.host());
        path = settings.path() == null ? null : PathPrefix.compared(settings.path());
        cluster = settings.cluster() == null ? null : clusters.apply(settings.cluster());
        canary = settings.rules().canary() == null
                ? null
                : clusters.apply(settings.rules().canary().cluster());
        mirror = settings.rules().mirror() == null
                ? null
                : clusters.apply(settings.rules().mirror().cluster());
    }

    boolean fits(RequestHead head, RoutePath asked) {
        return (host == null || host.fits(head)) && (path == null || asked.isBelow(path));
    }

    /** True when every request takes it. */
    boolean takesAll() {
        return host == null && path == null;
    }

    boolean hasPath() {
        return path != null;
    }

    /** Its place in the listener's list, from 0. */
    public int number() {
        return number;
    }

    /** The cluster of its requests; null where they go to none. */
    public @Nullable Cluster cluster() {
        return cluster;
    }

    /**
     * The cluster that a request goes to; null where they go to none.
     *
     * @param other the rule of the route for its other cluster; null for none
     */
    public @Nullable Cluster cluster(@Nullable CanaryRule other, RequestHead head, Origin origin) {
        return canary != null && other != null && other.takes(head, origin) ? canary : cluster;
    }

    /** The cluster that gets copies of its requests; null where there is none. */
    public @Nullable Cluster mirror() {
        return mirror;
    }
}
