// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.concurrent.atomic.LongAdder;

/** Counts of what the cache did since the start. Any thread. */
public final class CacheCounts {

    /** Requests answered from the cache, fresh. */
    public final LongAdder hits = new LongAdder();

    /** Requests answered from the cache, beyond the lifetime of the answer. */
    public final LongAdder stale = new LongAdder();

    /** Requests answered from the cache after a node has confirmed the answer. */
    public final LongAdder revalidated = new LongAdder();

    /** Requests answered by what another request had fetched meanwhile. */
    public final LongAdder collapsed = new LongAdder();

    /** Requests that went to a node because nothing fitting was stored. */
    public final LongAdder misses = new LongAdder();

    /** Requests that bypass the cache: not answered from it, and their answers not stored. */
    public final LongAdder bypassed = new LongAdder();

    /** Requests that went to a node although an answer was stored, because slow clients keep too much memory. */
    public final LongAdder crowded = new LongAdder();

    /** Answers that were not stored, because memory is full and hardly any URL is asked for again. */
    public final LongAdder refused = new LongAdder();

    /** Requests answered by packed content. */
    public final LongAdder encoded = new LongAdder();

    /** Octets of content sent from the cache. */
    public final LongAdder octets = new LongAdder();

    /** The times of fetches of answers that were stored. */
    final LongAdder fetchNs = new LongAdder();

    final LongAdder unpackNs = new LongAdder();
    final LongAdder plain = new LongAdder();
    final LongAdder packed = new LongAdder();
    final LongAdder stored = new LongAdder();
    final LongAdder evicted = new LongAdder();
    final LongAdder invalidated = new LongAdder();

    CacheCounts() {}

    /** The mean time of the fetch of an answer that was stored; 0 before there is one. */
    public double fetchMeanNs() {
        return mean(fetchNs, stored);
    }

    /** The mean time to unpack the answers of a URL; 0 before there is one. */
    public double unpackMeanNs() {
        return mean(unpackNs, packed);
    }

    private static double mean(LongAdder sum, LongAdder count) {
        long number = count.sum();
        return number == 0 ? 0 : (double) sum.sum() / number;
    }

    /** Look-ups that found answers packed. */
    public long packed() {
        return packed.sum();
    }

    /** Answers stored. */
    public long stored() {
        return stored.sum();
    }

    /** URLs that made room for others. */
    public long evicted() {
        return evicted.sum();
    }

    /** URLs that were forgotten because their content changed, or by order. */
    public long invalidated() {
        return invalidated.sum();
    }
}
