// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.frontend.h2.conduct.ClosedStreams;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a connection by number: a table with open addressing, without an object for each entry. Threads: the
 * connection's loop.
 */
final class StreamTable {

    private static final int FIRST_SLOTS = 8;

    private final ClosedStreams closed = new ClosedStreams();
    private @Nullable Http2Stream[] slots = new Http2Stream[FIRST_SLOTS];
    private int size;
    private int most = Integer.MAX_VALUE;

    /** The streams that are not there any more. */
    ClosedStreams closed() {
        return closed;
    }

    /** The number of streams. */
    int size() {
        return size;
    }

    /** Sets the number of streams that the client was told it may have at the same time. */
    void most(int streams) {
        most = streams;
    }

    /** True when the client has more streams than it was told. */
    boolean tooMany() {
        return size > most;
    }

    /** The stream with a number; null when there is none. */
    @Nullable
    Http2Stream get(int id) {
        int mask = slots.length - 1;
        for (int i = place(id) & mask; ; i = (i + 1) & mask) {
            Http2Stream found = slots[i];
            if (found == null || found.id() == id) {
                return found;
            }
        }
    }

    /** Adds a stream whose number is not in the table. */
    void add(Http2Stream stream) {
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        put(stream);
        size++;
    }

    private void put(Http2Stream stream) {
        int mask = slots.length - 1;
        int i = place(stream.id()) & mask;
        while (slots[i] != null) {
            i = (i + 1) & mask;
        }
        slots[i] = stream;
    }

    private void grow() {
        @Nullable Http2Stream[] before = slots;
        slots = new Http2Stream[before.length * 2];
        for (Http2Stream each : before) {
            if (each != null) {
                put(each);
            }
        }
    }

    /** Takes a stream out that is in the table, and moves those behind it that would not be found any more. */
    void remove(int id) {
        int mask = slots.length - 1;
        int hole = place(id) & mask;
        for (Http2Stream found = slots[hole]; found == null || found.id() != id; found = slots[hole]) {
            if (found == null) {
                throw new IllegalArgumentException("no stream " + id);
            }
            hole = (hole + 1) & mask;
        }
        slots[hole] = null;
        size--;
        for (int i = (hole + 1) & mask; ; i = (i + 1) & mask) {
            Http2Stream next = slots[i];
            if (next == null) {
                return;
            }
            int wanted = place(next.id()) & mask;
            if (((i - wanted) & mask) >= ((i - hole) & mask)) {
                slots[hole] = next;
                slots[i] = null;
                hole = i;
            }
        }
    }

    /** Places to look at with {@link #at}; adding a stream may make them more. */
    int slots() {
        return slots.length;
    }

    /** The stream at a place; null when there is none. */
    @Nullable
    Http2Stream at(int slot) {
        return slots[slot];
    }

    /** Any stream; null when there is none. */
    @Nullable
    Http2Stream any() {
        for (Http2Stream each : slots) {
            if (each != null) {
                return each;
            }
        }
        return null;
    }

    /** Clients use odd numbers alone. */
    private static int place(int id) {
        return id >>> 1;
    }
}
