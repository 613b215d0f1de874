// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.SourceLine;
import org.jspecify.annotations.Nullable;

/**
 * A rule that sends requests to a cluster, or elsewhere by a redirect; a part that is null matches all.
 *
 * @param host a host name, or {@code *.example.org}
 * @param path a prefix
 * @param cluster null where a redirect answers all requests
 * @param rules what else the route has, such as networks and prefixes
 */
public record DraftRoute(
        @Nullable String host,
        @Nullable String path,
        @Nullable String cluster,
        SourceLine from,
        DraftSection rules) {

    /** A route without further rules. */
    public DraftRoute(@Nullable String host, @Nullable String path, @Nullable String cluster, SourceLine from) {
        this(host, path, cluster, from, DraftSection.rules());
    }

    /** The route for one host. */
    public DraftRoute of(String one) {
        return new DraftRoute(one, path, cluster, from, rules.copy());
    }

    /** The route for some of its requests, with the same rules. */
    public DraftRoute narrowed(@Nullable String toHost, @Nullable String toPath) {
        return new DraftRoute(toHost, toPath, cluster, from, rules.copy());
    }
}
