// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

/**
 * The last request of each session and the reservation that it made, so that an early next request can take it back. A
 * table of bounded size.
 *
 * <p>A session has its place among eight; when all eight are taken, the session that has been quiet for longest is
 * forgotten, and its reservation then stays until its slice is over. Cost: one look at eight keys.
 */
public final class Reservations {

    /** Answer of {@link #find}: the session is not known. */
    public static final int UNKNOWN = -1;

    private static final int WAYS = 8;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final int mask;
    private final long[] session;
    private final long[] cameNs;
    private final long[] slice;
    private final int[] slot;
    private final int[] owner;

    /** @param most number of sessions, at least 8; rounded up to a power of two */
    public Reservations(int most) {
        int size = Integer.highestOneBit(Math.max(WAYS, most) - 1) << 1;
        mask = size - WAYS;
        session = new long[size];
        cameNs = new long[size];
        slice = new long[size];
        slot = new int[size];
        owner = new int[size];
    }

    /** The number of sessions for which there is room. */
    public int room() {
        return session.length;
    }

    /** The entry of a session, which is not 0, or {@link #UNKNOWN}. */
    public int find(long key) {
        int first = first(key);
        for (int entry = first; entry < first + WAYS; entry++) {
            if (session[entry] == key) {
                return entry;
            }
        }
        return UNKNOWN;
    }

    private int first(long key) {
        return (int) ((key * MULTIPLIER) >>> 32) & mask;
    }

    /** The moment of the session's last request. */
    public long cameNs(int entry) {
        return cameNs[entry];
    }

    /** The slice in which its next request is expected, or {@link SliceLoads#NONE}. */
    public long slice(int entry) {
        return slice[entry];
    }

    /** The node that it is expected at. */
    public int slot(int entry) {
        return slot[entry];
    }

    /** The owner of the slot at that time. */
    public int owner(int entry) {
        return owner[entry];
    }

    /**
     * Notes a request.
     *
     * @param key of its session, not 0
     * @param entry the session's, or {@link #UNKNOWN}
     * @param newOwner a number that tells the node from others that have its slot before or after
     */
    public void put(long key, int entry, long newCameNs, int newSlot, int newOwner, long newSlice) {
        int place = entry == UNKNOWN ? place(key) : entry;
        session[place] = key;
        cameNs[place] = newCameNs;
        slot[place] = newSlot;
        owner[place] = newOwner;
        slice[place] = newSlice;
    }

    private int place(long key) {
        int first = first(key);
        int oldest = first;
        for (int entry = first; entry < first + WAYS; entry++) {
            if (session[entry] == 0) {
                return entry;
            }
            if (cameNs[entry] - cameNs[oldest] < 0) {
                oldest = entry;
            }
        }
        return oldest;
    }
}
