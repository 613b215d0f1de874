// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The rule that keeps URLs which are asked for once out of a full cache. To store and to evict an answer that nobody
 * asks for again costs half as much as to relay it, so a crawler that reads a whole shop makes every request more
 * expensive, and pushes out what is used.
 *
 * <p>While answers make room for others and fewer than one URL in eight is asked for again, the first request for a URL
 * is only remembered, by its hash, and the second one has its answer stored. One first request in sixteen has it stored
 * all the same. Without evictions, and while URLs are asked for again, every answer is stored. URLs whose answers may
 * not be stored are left out of that share. Any thread.
 *
 * <p>The term is that of Einziger, Friedman and Manes, <i>TinyLFU: A Highly Efficient Cache Admission Policy</i>.
 */
public final class Doorkeeper {

    /** Misses between two decisions. */
    static final int WINDOW = 1024;

    /** The doorkeeper is on while fewer than one in so many URLs is asked for again. */
    static final int FEWEST_AGAIN = 8;

    /** One in so many is stored at the first request while the doorkeeper is on, so that evictions go on. */
    static final int STORED_AT_ONCE = 16;

    /** URLs that are remembered for each one that the cache has room for, 1,048,576 at most. */
    private static final int REACH = 4;

    /** The answer to a URL that is asked for. */
    public enum Admittance {
        /** Its answer is not stored. */
        REFUSED,
        /** Its answer is stored, although the URL is new. */
        FIRST,
        /** Its answer is stored, because the URL was asked for before. */
        AGAIN
    }

    private final RecentKeys seen;
    private final AtomicInteger misses = new AtomicInteger();
    private final AtomicInteger first = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private volatile boolean evicts;
    private volatile boolean on;

    /**
     * @param entries URLs that the cache has room for, about
     */
    public Doorkeeper(long entries) {
        seen = new RecentKeys(REACH * entries);
    }

    /** A URL made room for others. */
    public void evicted() {
        if (!evicts) {
            evicts = true;
        }
    }

    /** A stored answer is used for the first time. */
    public void useful() {
        again.incrementAndGet();
    }

    /**
     * A URL is asked for, of which nothing is stored. {@link #storable} follows when its answer may be stored.
     *
     * @param hash of the URL, all its bits well mixed
     */
    public Admittance admit(int hash) {
        boolean known = seen.again(hash);
        int number = misses.incrementAndGet();
        if (number % WINDOW == 0) {
            decide();
        }
        return known ? Admittance.AGAIN : on && number % STORED_AT_ONCE != 0 ? Admittance.REFUSED : Admittance.FIRST;
    }

    /** The answer of a URL that was admitted may be stored. */
    public void storable(Admittance admittance) {
        if (admittance == Admittance.AGAIN) {
            again.incrementAndGet();
        } else if (admittance == Admittance.FIRST) {
            first.addAndGet(on ? STORED_AT_ONCE : 1);
        }
    }

    /** True when the answer of a URL would not be stored if it was asked for now; nothing is counted. */
    public boolean wouldRefuse(int hash) {
        return on && !seen.has(hash);
    }

    private void decide() {
        int askedAgain = again.getAndSet(0);
        on = evicts && askedAgain * FEWEST_AGAIN < first.getAndSet(0) + askedAgain;
        evicts = false;
    }
}
