// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

/**
 * Decodes the field blocks that one connection receives, one after another, in the order in which they came (RFC 7541).
 *
 * <p>A block above the limits of its {@link FieldBlock} is decoded to its end all the same, so that the dynamic table
 * stays that of the peer, but its fields are not kept. After a block that is malformed nothing can be decoded any more:
 * the connection ends with COMPRESSION_ERROR. Threads: the connection's loop.
 */
public final class HpackDecoder {

    /** The size of the dynamic table that every peer may assume (RFC 9113 §6.5.2), in octets. */
    public static final int USUAL_TABLE_SIZE = 4096;

    private static final byte[] NOTHING = new byte[0];
    private static final int BAD = -1;

    private final int announced;
    private final DynamicTable table;

    private byte[] in = NOTHING;
    private int at;
    private int end;

    /**
     * A decoder at the beginning of a connection, with an empty table.
     *
     * @param announced octets of the dynamic table that this side allows by SETTINGS_HEADER_TABLE_SIZE;
     *     {@link #USUAL_TABLE_SIZE} at least
     */
    public HpackDecoder(int announced) {
        if (announced < USUAL_TABLE_SIZE) {
            throw new IllegalArgumentException("a peer may use a larger table before it knows of " + announced);
        }
        this.announced = announced;
        table = new DynamicTable(USUAL_TABLE_SIZE);
    }

    /**
     * Decodes a whole block: what HEADERS and its CONTINUATION frames carry together, without padding and priority.
     *
     * @param into has begun; it takes the fields, and tells if they are too large
     * @return false when the block is malformed: COMPRESSION_ERROR
     */
    public boolean decode(byte[] block, int from, int to, FieldBlock into) {
        in = block;
        at = from;
        end = to;
        boolean well = resizes() && fields(into);
        in = NOTHING;
        return well;
    }

    /** Reads changes of the table's size, which stand only in front of the first field (RFC 7541 §4.2). */
    private boolean resizes() {
        while (at < end && (in[at] & 0xe0) == 0x20) {
            int size = integer(0x1f);
            if (size < 0 || size > announced) {
                return false;
            }
            table.resize(size);
        }
        return true;
    }

    private boolean fields(FieldBlock into) {
        while (at < end) {
            int first = in[at];
            boolean well;
            if (first < 0) {
                well = indexed(integer(0x7f), into);
            } else if (first >= 0x40) {
                well = literal(integer(0x3f), true, into);
            } else {
                well = first < 0x20 && literal(integer(0xf), false, into);
            }
            if (!well) {
                return false;
            }
        }
        return true;
    }

    private boolean indexed(int index, FieldBlock into) {
        if (index <= 0 || index > StaticTable.LENGTH + table.count()) {
            return false;
        }
        if (index <= StaticTable.LENGTH) {
            byte[] octets = StaticTable.octets(index);
            int nameLength = StaticTable.nameLength(index);
            if (!into.tooLarge()) {
                System.arraycopy(octets, 0, into.room(octets.length), into.end(), octets.length);
            }
            into.keep(nameLength, octets.length - nameLength);
            return true;
        }
        int entry = index - StaticTable.LENGTH - 1;
        int nameLength = table.nameLength(entry);
        int valueLength = table.valueLength(entry);
        if (!into.tooLarge()) {
            table.copy(entry, nameLength + valueLength, into.room(nameLength + valueLength), into.end());
        }
        into.keep(nameLength, valueLength);
        return true;
    }

    private boolean literal(int nameIndex, boolean indexing, FieldBlock into) {
        int start = into.end();
        int nameLength = nameIndex == 0 ? string(into, 0) : name(nameIndex, indexing || !into.tooLarge(), into);
        if (nameLength < 0) {
            return false;
        }
        int valueLength = string(into, nameLength);
        if (valueLength < 0) {
            return false;
        }
        if (indexing) {
            table.add(into.room(0), start, nameLength, valueLength);
        }
        into.keep(nameLength, valueLength);
        return true;
    }

    /** Puts a name from the tables behind the fields that are kept, if wanted; returns its length, or BAD. */
    private int name(int index, boolean wanted, FieldBlock into) {
        if (index < 0 || index > StaticTable.LENGTH + table.count()) {
            return BAD;
        }
        if (index <= StaticTable.LENGTH) {
            int length = StaticTable.nameLength(index);
            if (wanted) {
                System.arraycopy(StaticTable.octets(index), 0, into.room(length), into.end(), length);
            }
            return length;
        }
        int entry = index - StaticTable.LENGTH - 1;
        int length = table.nameLength(entry);
        if (wanted) {
            table.copy(entry, length, into.room(length), into.end());
        }
        return length;
    }

    /** Reads a string to {@code skip} octets behind the fields that are kept; returns its length, or BAD. */
    private int string(FieldBlock into, int skip) {
        if (at == end) {
            return BAD;
        }
        boolean coded = in[at] < 0;
        int length = integer(0x7f);
        if (length < 0 || length > end - at) {
            return BAD;
        }
        int from = at;
        at += length;
        if (!coded) {
            byte[] out = into.room(skip + length);
            System.arraycopy(in, from, out, into.end() + skip, length);
            return length;
        }
        byte[] out = into.room(skip + HuffmanDecoder.mostOctets(length) + 1);
        int start = into.end() + skip;
        int behind = HuffmanDecoder.decode(in, from, at, out, start);
        return behind < 0 ? BAD : behind - start;
    }

    /**
     * Reads an integer whose first bits are those of {@code mask} (RFC 7541 §5.1); BAD when it is cut off, longer than
     * six octets or above the range of int.
     */
    private int integer(int mask) {
        int prefix = in[at++] & mask;
        if (prefix < mask) {
            return prefix;
        }
        long value = prefix;
        for (int shift = 0; shift <= 28 && at < end; shift += 7) {
            int octet = in[at++];
            value += (octet & 0x7fL) << shift;
            if (octet >= 0) {
                return value <= Integer.MAX_VALUE ? (int) value : BAD;
            }
        }
        return BAD;
    }
}
