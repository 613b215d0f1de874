// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The hashes of the keys that came last, in a table of fixed size: a key that takes the place of another one has it
 * forgotten. Two keys with the same hash count as one. Any thread.
 */
public final class RecentKeys {

    private static final int FEWEST = 1 << 10;
    private static final int MOST = 1 << 20;

    /** The hash of the key in each place; 0 for none. */
    private final AtomicIntegerArray hashes;

    private final int mask;

    /**
     * @param keys about so many keys are remembered, of 1,024 to 1,048,576, with 4 octets each
     */
    public RecentKeys(long keys) {
        int places = Integer.highestOneBit((int) Math.max(FEWEST, Math.min(MOST, keys)));
        hashes = new AtomicIntegerArray(places);
        mask = places - 1;
    }

    /**
     * Remembers that a key came; true when it had come before.
     *
     * @param hash of the key, all its bits well mixed
     */
    public boolean again(int hash) {
        int own = own(hash);
        return hashes.getAndSet(hash & mask, own) == own;
    }

    /** True when a key came and was not forgotten; this is not remembered. */
    public boolean has(int hash) {
        return hashes.get(hash & mask) == own(hash);
    }

    private static int own(int hash) {
        return hash == 0 ? 1 : hash;
    }
}
