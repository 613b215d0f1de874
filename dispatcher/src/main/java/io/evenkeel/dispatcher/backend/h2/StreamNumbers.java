// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The streams of one connection that have a number, and the numbers so far. Threads: the connection's loop. */
final class StreamNumbers {

    /** Numbers above this one are used for the last streams only. */
    private static final int MOST = 1 << 30;

    private final IntObjectHashMap<SharedStream> streams = new IntObjectHashMap<>();
    private int next = 1;

    /** Gives a stream the next number. */
    int next(SharedStream stream) {
        int number = next;
        next += 2;
        streams.put(number, stream);
        return number;
    }

    /** True once a stream has had a number. */
    boolean begun() {
        return next > 1;
    }

    /** True when the connection needs to be replaced soon. */
    boolean usedUp() {
        return next > MOST;
    }

    /** The stream with a number; null when it is over, or was never there. */
    @Nullable
    SharedStream get(int number) {
        return streams.get(number);
    }

    /** Forgets a stream, if it has a number. */
    void remove(int number) {
        streams.remove(number);
    }

    /** True for a number that was never given. */
    boolean isIdle(int number) {
        return number >= next || (number & 1) == 0;
    }

    /** A copy of the list of all. */
    List<SharedStream> all() {
        return new ArrayList<>(streams.values());
    }

    /** The first window has changed, and with it all there are; false when one is too large now. */
    boolean moveWindows(int octets) {
        boolean fits = true;
        for (SharedStream each : streams.values()) {
            fits &= each.request().body().window().add(octets);
        }
        return fits;
    }
}
