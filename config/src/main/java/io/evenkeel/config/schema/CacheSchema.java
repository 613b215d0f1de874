// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.schema.ValueType.Section;

/** The keys of the cache: its memory, and the rules of each route that uses it. */
final class CacheSchema {

    static final Section MEMORY = Section.of(
                    "cache",
                    Key.of(
                            "memory",
                            ScalarTypes.size(1 << 20, 1L << 40),
                            "64MB",
                            "The memory outside the heap for stored answers, each of which takes at least 4 kB of it. A change takes effect at the next start."))
            .withShorthand("memory");

    static final Section ROUTE = Section.of(
                    "route.cache",
                    Key.of(
                            "max-object",
                            ScalarTypes.size(1024, 64 << 20),
                            "1MB",
                            "The longest body that is stored; longer ones pass as if there were no cache."),
                    Key.of(
                            "heuristic",
                            ScalarTypes.SHARE,
                            "0%",
                            "How long an answer that says nothing of its freshness is fresh, as a share of the time since its `Last-Modified`, one day at most; with 0% it is not stored. 10% is usual for files that nobody personalizes."),
                    Key.of(
                            "stale-if-error",
                            ScalarTypes.DURATION_OR_ZERO,
                            "0",
                            "The time for which an answer that is no longer fresh is used in place of an error of the nodes, where it has no `stale-if-error` of its own and does not forbid it."),
                    Key.of(
                            "wait",
                            ScalarTypes.DURATION_OR_ZERO,
                            "5s",
                            "The longest time for which a request waits for the same answer that another request is fetching; then it goes to a node itself. 0 for no waiting."),
                    Key.of(
                            "cookies",
                            ScalarTypes.choice(RouteCacheSettings.Cookies.class),
                            "explicit",
                            "The answers to requests with cookies that are stored: `explicit`, those with `public` or `s-maxage`; `ignored`, as if there were no cookie."),
                    Key.of(
                            "status",
                            ScalarTypes.TRUTH,
                            "true",
                            "Clients are told by `Cache-Status` (RFC 9211) what the cache did."))
            .withShorthand("status")
            .withOff();

    private CacheSchema() {}
}
