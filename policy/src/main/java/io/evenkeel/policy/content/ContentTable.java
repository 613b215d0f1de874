// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

/**
 * A number for each content that was asked for lately, by which its figures are kept in arrays.
 *
 * <p>A content has one of eight places; when all are taken, the one that was asked for longest ago makes room. Numbers
 * are from 0 to {@link #size} - 1. Cost: O(1).
 */
final class ContentTable {

    private static final int WAYS = 8;

    private final long[] keys;
    private final long[] askedAt;
    private long asked;

    /** @param most contents that it has room for, at least; rounded up to a power of two */
    ContentTable(int most) {
        int size = Math.max(WAYS, Integer.highestOneBit(Math.max(1, most - 1)) << 1);
        keys = new long[size];
        askedAt = new long[size];
    }

    /** Numbers are below this. */
    int size() {
        return keys.length;
    }

    /** The number of a content; -1 when it has none. Changes nothing. */
    int find(long key) {
        int first = first(key);
        for (int cell = first; cell < first + WAYS; cell++) {
            if (keys[cell] == key) {
                return cell;
            }
        }
        return -1;
    }

    /**
     * A content is asked for.
     *
     * @param key any but 0
     * @return its number, or {@code -1 - number} when it is new there: figures of another one may have it still
     */
    int ask(long key) {
        int cell = find(key);
        boolean known = cell >= 0;
        if (!known) {
            cell = oldest(first(key));
            keys[cell] = key;
        }
        askedAt[cell] = ++asked;
        return known ? cell : -1 - cell;
    }

    /** Takes over the contents of another table of the same size; their numbers stay. */
    void inherit(ContentTable before) {
        System.arraycopy(before.keys, 0, keys, 0, keys.length);
        System.arraycopy(before.askedAt, 0, askedAt, 0, keys.length);
        asked = before.asked;
    }

    private int oldest(int first) {
        int oldest = first;
        for (int cell = first + 1; cell < first + WAYS; cell++) {
            if (askedAt[cell] < askedAt[oldest]) {
                oldest = cell;
            }
        }
        return oldest;
    }

    private int first(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) ((mixed ^ (mixed >>> 32)) & (keys.length - 1)) & -WAYS;
    }
}
