// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import java.util.Arrays;

/** Numbers in the order they came, without a box for each. For one thread. */
final class LongQueue {

    private long[] ring = new long[64];
    private int first;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(long value) {
        if (size == ring.length) {
            long[] larger = Arrays.copyOf(ring, 2 * size);
            // Elements that stood before the first one now come after the last one.
            System.arraycopy(ring, 0, larger, size, first);
            ring = larger;
        }
        ring[(first + size) & (ring.length - 1)] = value;
        size++;
    }

    /** The oldest; not to be called when there is none. */
    long poll() {
        long value = ring[first];
        first = (first + 1) & (ring.length - 1);
        size--;
        return value;
    }
}
