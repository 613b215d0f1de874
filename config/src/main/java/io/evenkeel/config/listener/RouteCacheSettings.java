// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.time.Duration;

/**
 * The rules by which answers of a route are stored and used again.
 *
 * @param maxObject octets of the longest body that is stored
 * @param heuristic share of the time since its last change for which an answer that says nothing is fresh, 0.0 to 1.0
 * @param staleIfError time for which an answer that is no longer fresh is used in place of an error, where it does not
 *     say so itself
 * @param waiting the longest time for which a request waits for the answer that another one fetches
 * @param cookies what is stored of the answers to requests with cookies
 * @param status true to tell clients in {@code Cache-Status} what the cache did
 * @param encode true to send stored answers packed, in zstd, to clients that take that
 */
public record RouteCacheSettings(
        int maxObject,
        double heuristic,
        Duration staleIfError,
        Duration waiting,
        CookieUse cookies,
        boolean status,
        boolean encode) {

    public static final RouteCacheSettings DEFAULTS =
            new RouteCacheSettings(1 << 20, 0, Duration.ZERO, Duration.ofSeconds(5), CookieUse.EXPLICIT, true, false);

    /** Treatment of answers to requests with cookies. */
    public enum CookieUse {
        /** Stored if they say that caches for everybody may: {@code public} or {@code s-maxage}. */
        EXPLICIT,
        /** Stored as those to any other request. */
        IGNORED
    }
}
