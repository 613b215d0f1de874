// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one loop that hold octets of messages, in the order in which they began to. Their number is
 * bounded, and with it the memory of all {@link MessageBuffer}s. Threads: the loop.
 */
final class HalfMessages {

    /** The most connections of all loops of a listener, unless there are so many loops that each has its least. */
    private static final int MOST = 256;

    private static final int LEAST_OF_LOOP = 8;

    private final int most;
    private final Set<McmpConnection> holders = new LinkedHashSet<>();

    /** @param loops the number of loops, each of which has an object of its own */
    HalfMessages(int loops) {
        most = Math.max(LEAST_OF_LOOP, MOST / loops);
    }

    /**
     * Takes note of a connection that holds octets.
     *
     * @return the connection that has held some for the longest time and must end now; null when there is room
     */
    @Nullable
    McmpConnection hold(McmpConnection holder) {
        if (!holders.add(holder) || holders.size() <= most) {
            return null;
        }
        McmpConnection oldest = holders.iterator().next();
        holders.remove(oldest);
        return oldest;
    }

    /** A connection holds no octets any more. */
    void release(McmpConnection holder) {
        holders.remove(holder);
    }
}
