// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The last time at which something happened to a key, in a table of fixed size: keys that share a place share the time,
 * which only makes the cache more careful. Any thread.
 */
final class Marks {

    private static final int PLACES = 1 << 14;

    private final AtomicLongArray times = new AtomicLongArray(PLACES);
    private final long beganNs;

    Marks(long nowNs) {
        beganNs = nowNs;
    }

    private static int place(CacheKey key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (PLACES - 1);
    }

    private long since(long nowNs) {
        return Math.max(0, nowNs - beganNs) + 1;
    }

    void set(CacheKey key, long nowNs) {
        times.accumulateAndGet(place(key), since(nowNs), Math::max);
    }

    void clear(CacheKey key) {
        times.set(place(key), 0);
    }

    /** True when it has not happened since a moment. */
    boolean isBefore(CacheKey key, long ns) {
        return times.get(place(key)) < since(ns);
    }
}
