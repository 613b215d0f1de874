// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The moments from which on earlier answers are not used any more, of each URL and of all. What was on its way then is
 * not stored, or not moved from one tier to the other. Any thread.
 */
final class Validity {

    private final Marks invalidated;
    private final Marks replaced;
    private final AtomicLong purgedNs = new AtomicLong(Long.MIN_VALUE);

    Validity(long nowNs) {
        invalidated = new Marks(nowNs);
        replaced = new Marks(nowNs);
    }

    /** Answers of a URL that nodes were asked for until now come to nothing. */
    void invalidate(CacheKey key, long nowNs) {
        invalidated.set(key, nowNs);
    }

    /** The same for all URLs. */
    void purge(long nowNs) {
        purgedNs.accumulateAndGet(nowNs, Math::max);
    }

    /** An answer of a URL is stored: copies of earlier ones that are on their way between the tiers are outdated. */
    void replace(CacheKey key, long nowNs) {
        replaced.set(key, nowNs);
    }

    /** True when the answer of a URL may be stored that a node was asked for at a moment. */
    boolean mayStore(CacheKey key, long askedNs) {
        return invalidated.isBefore(key, askedNs) && askedNs > purgedNs.get();
    }

    /** True when what a URL had at a moment may still go from one tier to the other. */
    boolean mayMove(CacheKey key, long sinceNs) {
        return mayStore(key, sinceNs) && replaced.isBefore(key, sinceNs);
    }
}
