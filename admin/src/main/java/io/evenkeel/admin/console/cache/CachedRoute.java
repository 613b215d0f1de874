// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cache;

import io.evenkeel.config.Settings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A route with a cache.
 *
 * @param number its place in the listener's list, from 1
 * @param matches host and path; empty for a route that takes all
 */
public record CachedRoute(String listener, int number, String matches, String cluster, RouteCacheSettings settings) {

    /** Those in force. */
    static List<CachedRoute> of(Settings settings) {
        List<CachedRoute> rows = new ArrayList<>();
        for (ListenerSettings listener : settings.listeners()) {
            for (int k = 0; k < listener.routes().size(); k++) {
                RouteSettings route = listener.routes().get(k);
                RouteCacheSettings cache = route.rules().cache();
                if (cache != null) {
                    String matches =
                            Objects.requireNonNullElse(route.host(), "") + Objects.requireNonNullElse(route.path(), "");
                    String cluster = Objects.requireNonNullElse(route.cluster(), "");
                    rows.add(new CachedRoute(listener.name(), k + 1, matches, cluster, cache));
                }
            }
        }
        return rows;
    }

    /** The longest body that is stored, in words. */
    public String longest() {
        return CacheTexts.size(settings.maxObject());
    }

    /** The answers to requests with cookies that are stored, in the word of the configuration. */
    public String cookies() {
        return settings.cookies().name().toLowerCase(Locale.ROOT);
    }
}
