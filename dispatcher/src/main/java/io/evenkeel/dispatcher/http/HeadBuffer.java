// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * A growing array in which a head is put together; used again and again by its owner.
 *
 * <p>It doubles while it is small. Large heads come from those who want to fill the memory, so the array of a large one
 * is hardly longer than its octets, and has its length at once where that is known before.
 */
public final class HeadBuffer {

    private static final int LARGEST_KEPT = 8 * 1024;
    /** Part of a large head for which there is room when it grows. */
    private static final int SPARE_SHARE = 8;

    private byte[] octets;
    private int length;

    public HeadBuffer(int capacity) {
        octets = new byte[capacity];
    }

    /** The head is {@code [0, length())} of this array, which changes with the next write. */
    public byte[] octets() {
        return octets;
    }

    public int length() {
        return length;
    }

    /** Octets that the array takes. */
    public int capacity() {
        return octets.length;
    }

    /** Starts over; gives back the room of an unusually large head. */
    public void clear() {
        clear(0);
    }

    /**
     * Starts over, in an array of just this length if it is an unusually large one.
     *
     * @param expected octets that the head may have; more are no error
     */
    public void clear(int expected) {
        length = 0;
        if (expected > LARGEST_KEPT) {
            octets = new byte[expected];
        } else if (octets.length > LARGEST_KEPT) {
            octets = new byte[LARGEST_KEPT / 8];
        }
    }

    /** Starts over, and gives back what it has above a small room. */
    public void shrink(int capacity) {
        length = 0;
        if (octets.length > capacity) {
            octets = new byte[capacity];
        }
    }

    /** Adds all octets of an array. */
    public void add(byte[] source) {
        add(source, 0, source.length);
    }

    /** Adds the octets {@code [from, to)} of an array. */
    public void add(byte[] source, int from, int to) {
        int count = to - from;
        room(count);
        System.arraycopy(source, from, octets, length, count);
        length += count;
    }

    /** Adds the octets {@code [from, to)} of a buffer. */
    public void add(ByteBuf source, int from, int to) {
        int count = to - from;
        room(count);
        source.getBytes(from, octets, length, count);
        length += count;
    }

    /** Adds the token {@code [from, to)} of an array, in lower case. */
    public void addLower(byte[] source, int from, int to) {
        room(to - from);
        for (int i = from; i < to; i++) {
            octets[length++] = (byte) Octets.token(source[i]);
        }
    }

    /** Adds an octet. */
    public void add(byte octet) {
        room(1);
        octets[length++] = octet;
    }

    /** Drops all octets from an index on. */
    public void cut(int newLength) {
        length = newLength;
    }

    /** Adds CR LF. */
    public void endLine() {
        room(2);
        octets[length] = Octets.CR;
        octets[length + 1] = Octets.LF;
        length += 2;
    }

    /** Puts whole lines in front of the empty line that ends a head. */
    public void insertLines(byte[] lines) {
        length -= 2;
        add(lines);
        endLine();
    }

    /** Adds a number in decimal digits. Allocates. */
    public void addNumber(long value) {
        add(Octets.ascii(Long.toString(value)));
    }

    private void room(int count) {
        int needed = length + count;
        if (needed > octets.length) {
            int roomy = needed > LARGEST_KEPT ? needed + needed / SPARE_SHARE : Math.max(octets.length * 2, needed);
            octets = Arrays.copyOf(octets, roomy);
        }
    }
}
