// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule that sends requests to a cluster.
 *
 * @param host exact host in lower case, or {@code *.example.org} for every name below it; null matches all
 * @param path path prefix that ends at a segment border ({@code /shop} matches {@code /shop} and
 *     {@code /shop/cart}); null matches all
 * @param cluster name of the cluster; null where a redirect answers everything
 * @param rules what happens to requests on their way
 */
public record RouteSettings(
        @Nullable String host,
        @Nullable String path,
        @Nullable String cluster,
        RuleSettings rules) {

    /** A route without rules. */
    public RouteSettings(@Nullable String host, @Nullable String path, @Nullable String cluster) {
        this(host, path, cluster, RuleSettings.NONE);
    }

    /** All clusters that get requests of the route. */
    public List<String> clusters() {
        List<String> names = new ArrayList<>();
        if (cluster != null) {
            names.add(cluster);
        }
        if (rules.canary() != null) {
            names.add(rules.canary().cluster());
        }
        if (rules.mirror() != null) {
            names.add(rules.mirror().cluster());
        }
        return names;
    }
}
