// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

import java.util.Arrays;

/**
 * The names that a text has used so far, to find the one that comes twice.
 *
 * <p>It keeps where they lie, not the names: the octets must stay as they are until the next {@link #clear}. No more
 * than {@link #MOST} fit.
 */
public final class Seen {

    /** Most names. */
    public static final int MOST = 128;

    private static final int ROOM = 4 * MOST;

    private final int[] from = new int[ROOM];
    private final int[] to = new int[ROOM];
    private final int[] family = new int[ROOM];
    private int count;

    /** Forgets all names. */
    public void clear() {
        if (count > 0) {
            Arrays.fill(family, 0);
            count = 0;
        }
    }

    /**
     * Takes note of a name.
     *
     * @param families the set of names it belongs to, from 1; equal names of different sets are different
     * @return false when it was there already, or when there is no room for more
     */
    public boolean add(byte[] octets, int begin, int end, int families) {
        int place = (Names.hash(octets, begin, end) + families) & (ROOM - 1);
        while (family[place] != 0) {
            if (family[place] == families && Arrays.equals(octets, from[place], to[place], octets, begin, end)) {
                return false;
            }
            place = (place + 1) & (ROOM - 1);
        }
        if (count == MOST) {
            return false;
        }
        count++;
        from[place] = begin;
        to[place] = end;
        family[place] = families;
        return true;
    }
}
