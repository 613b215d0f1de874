// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import java.util.Arrays;

/**
 * The dynamic table of a decoder (RFC 7541 §2.3.2): the octets of its entries in one ring, the newest entry first.
 *
 * <p>The ring begins small and grows with what is put into it, never above the table's size, so a connection that uses
 * no table has hardly any. Threads: one at a time.
 */
final class DynamicTable {

    private static final int FIRST_OCTETS = 256;
    private static final int FIRST_ENTRIES = 8;

    private byte[] ring = new byte[0];
    /** The start of the octets of each entry, and the lengths of name and value; a ring, too. */
    private int[] start = new int[FIRST_ENTRIES];

    private int[] nameLength = new int[FIRST_ENTRIES];
    private int[] valueLength = new int[FIRST_ENTRIES];
    private int oldest;
    private int count;
    /** Octets of all entries in the ring, which begin where the oldest one begins. */
    private int used;

    private int mostSize;

    DynamicTable(int mostSize) {
        this.mostSize = mostSize;
    }

    /** Sets the size that the entries may have together, and drops the oldest ones that do not fit. */
    void resize(int newMostSize) {
        mostSize = newMostSize;
        evictFor(0);
    }

    /** The number of entries. */
    int count() {
        return count;
    }

    /** The size of all entries, as RFC 7541 §4.1 counts it. */
    int size() {
        return used + count * FieldBlock.FIELD_OVERHEAD;
    }

    /** Octets of the name of an entry; 0 is the newest one. */
    int nameLength(int entry) {
        return nameLength[at(entry)];
    }

    /** Octets of the value of an entry. */
    int valueLength(int entry) {
        return valueLength[at(entry)];
    }

    /** Copies the first octets of an entry, whose name is followed by its value. */
    void copy(int entry, int length, byte[] out, int to) {
        int from = start[at(entry)];
        int first = Math.min(length, ring.length - from);
        System.arraycopy(ring, from, out, to, first);
        System.arraycopy(ring, 0, out, to + first, length - first);
    }

    private int at(int entry) {
        return (oldest + count - 1 - entry) & (start.length - 1);
    }

    /** Adds an entry; one that is larger than the table leaves it empty (RFC 7541 §4.4). */
    void add(byte[] octets, int from, int newNameLength, int newValueLength) {
        int length = newNameLength + newValueLength;
        evictFor(length + FieldBlock.FIELD_OVERHEAD);
        if (length + FieldBlock.FIELD_OVERHEAD > mostSize) {
            return;
        }
        if (used + length > ring.length) {
            growRing(used + length);
        }
        if (count == start.length) {
            growEntries();
        }
        int to = count == 0 ? 0 : (start[oldest] + used) & (ring.length - 1);
        int first = Math.min(length, ring.length - to);
        System.arraycopy(octets, from, ring, to, first);
        System.arraycopy(octets, from + first, ring, 0, length - first);
        int slot = (oldest + count) & (start.length - 1);
        start[slot] = to;
        nameLength[slot] = newNameLength;
        valueLength[slot] = newValueLength;
        used += length;
        count++;
    }

    private void evictFor(int size) {
        while (count > 0 && size() + size > mostSize) {
            used -= nameLength[oldest] + valueLength[oldest];
            oldest = (oldest + 1) & (start.length - 1);
            count--;
        }
    }

    private void growRing(int least) {
        int capacity = Math.max(FIRST_OCTETS, Integer.highestOneBit(least - 1) << 1);
        byte[] larger = new byte[capacity];
        int shift = count == 0 ? 0 : start[oldest];
        int first = Math.min(used, ring.length - shift);
        System.arraycopy(ring, shift, larger, 0, first);
        System.arraycopy(ring, 0, larger, first, used - first);
        for (int k = 0; k < count; k++) {
            int slot = (oldest + k) & (start.length - 1);
            start[slot] = (start[slot] - shift) & (ring.length - 1);
        }
        ring = larger;
    }

    private void growEntries() {
        start = unrolled(start);
        nameLength = unrolled(nameLength);
        valueLength = unrolled(valueLength);
        oldest = 0;
    }

    /** A ring that is full, from its oldest element on, in twice the room. */
    private int[] unrolled(int[] full) {
        int[] larger = Arrays.copyOfRange(full, oldest, oldest + full.length * 2);
        System.arraycopy(full, 0, larger, full.length - oldest, oldest);
        return larger;
    }
}
