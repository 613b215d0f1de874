// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The use of the cache by a route.
 *
 * @param scope the listener, and what its rules and those of the route make of requests: answers that were stored under
 *     other rules are not used
 */
public record CacheRule(RouteCacheSettings settings, String scope) {

    static @Nullable CacheRule of(ListenerSettings listener, @Nullable RouteSettings route) {
        RouteCacheSettings settings = route == null ? null : route.rules().cache();
        if (route == null || settings == null) {
            return null;
        }
        int rules = Objects.hash(route, listener.headers(), listener.forward());
        return new CacheRule(settings, listener.name() + '\n' + route.host() + '\n' + route.path() + '\n' + rules);
    }
}
