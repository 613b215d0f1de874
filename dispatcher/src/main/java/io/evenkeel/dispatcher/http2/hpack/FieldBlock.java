// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import java.util.Arrays;

/**
 * The fields of one decoded block, in the order in which they came, as offsets into one array.
 *
 * <p>An object is used for block after block: {@link #begin}, then {@link HpackDecoder#decode}. What it says is valid
 * until it begins again. A field counts with the octets of its name and its value and 32 more (RFC 9113 §6.5.2). A
 * block above the limits keeps the fields before the first one that did not fit, and is {@link #tooLarge}. Threads: one
 * at a time.
 */
public final class FieldBlock {

    /** Octets that a field counts beside those of its name and value. */
    public static final int FIELD_OVERHEAD = 32;

    private static final int LARGEST_KEPT = 16 * 1024;
    private static final int FIRST_OCTETS = 2 * 1024;
    private static final int FIRST_FIELDS = 32;

    private byte[] octets = new byte[FIRST_OCTETS];
    private int[] nameFrom = new int[FIRST_FIELDS];
    private int[] valueFrom = new int[FIRST_FIELDS];
    private int[] valueTo = new int[FIRST_FIELDS];
    private int count;
    private int end;
    private long size;
    private long mostSize;
    private int mostFields;
    private boolean tooLarge;

    /**
     * Starts over with no field; gives back the room of an unusually large block.
     *
     * @param newMostSize what all fields together may count
     * @param newMostFields the number of fields that are kept
     */
    public void begin(long newMostSize, int newMostFields) {
        mostSize = newMostSize;
        mostFields = newMostFields;
        count = 0;
        end = 0;
        size = 0;
        tooLarge = false;
        if (octets.length > LARGEST_KEPT) {
            octets = new byte[FIRST_OCTETS];
        }
        if (nameFrom.length > LARGEST_KEPT / FIELD_OVERHEAD) {
            nameFrom = new int[FIRST_FIELDS];
            valueFrom = new int[FIRST_FIELDS];
            valueTo = new int[FIRST_FIELDS];
        }
    }

    /** The number of fields that are kept. */
    public int count() {
        return count;
    }

    /** The array that holds names and values; it may be another one after the next block. */
    public byte[] octets() {
        return octets;
    }

    /** Start of the name of a field, counted from 0. */
    public int nameFrom(int field) {
        return nameFrom[field];
    }

    /** End of the name. */
    public int nameTo(int field) {
        return valueFrom[field];
    }

    /** Start of the value. */
    public int valueFrom(int field) {
        return valueFrom[field];
    }

    /** End of the value. */
    public int valueTo(int field) {
        return valueTo[field];
    }

    /** The size of all fields that were decoded, kept or not, as RFC 9113 §6.5.2 counts it. */
    public long size() {
        return size;
    }

    /** True when the block is larger, or has more fields, than the limits allow. */
    public boolean tooLarge() {
        return tooLarge;
    }

    /** Makes room for octets behind those kept, and returns the array. */
    byte[] room(int more) {
        if (octets.length - end < more) {
            octets = Arrays.copyOf(octets, Math.max(octets.length * 2, end + more));
        }
        return octets;
    }

    /** Index of the first free octet, where the next field is put. */
    int end() {
        return end;
    }

    /** Keeps the field that was put behind the others, if the limits allow; else only counts it. */
    void keep(int nameLength, int valueLength) {
        count(nameLength, valueLength);
        if (tooLarge) {
            return;
        }
        if (count == nameFrom.length) {
            int capacity = count * 2;
            nameFrom = Arrays.copyOf(nameFrom, capacity);
            valueFrom = Arrays.copyOf(valueFrom, capacity);
            valueTo = Arrays.copyOf(valueTo, capacity);
        }
        nameFrom[count] = end;
        valueFrom[count] = end + nameLength;
        end += nameLength + valueLength;
        valueTo[count] = end;
        count++;
    }

    /** Counts a field, and finds out if it is above the limits. */
    void count(int nameLength, int valueLength) {
        size += nameLength + valueLength + FIELD_OVERHEAD;
        tooLarge |= size > mostSize || count == mostFields;
    }
}
