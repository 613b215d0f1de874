// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import java.util.Arrays;

/**
 * The slots of nodes by their keys: a hash table with open addressing. A look-up allocates nothing and takes constant
 * time on average.
 *
 * <p>Threads: one at a time.
 */
final class KeyIndex {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private long[] keys = new long[16];
    private int[] slots = new int[16];
    private int size;

    /** Removes all keys. */
    void clear() {
        Arrays.fill(keys, 0);
        size = 0;
    }

    /** Adds a key, which is not 0; one that is there already keeps its slot. */
    void put(long key, int slot) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int at = find(key);
        if (keys[at] == 0) {
            size++;
            keys[at] = key;
            slots[at] = slot;
        }
    }

    /** The slot of a key; -1 when the key is not there, and for 0. */
    int get(long key) {
        int at = find(key);
        return keys[at] == 0 ? -1 : slots[at];
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int at = (int) ((key * MULTIPLIER) >>> 32) & mask;
        while (keys[at] != 0 && keys[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldSlots = slots;
        keys = new long[2 * oldKeys.length];
        slots = new int[keys.length];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                put(oldKeys[i], oldSlots[i]);
            }
        }
    }
}
