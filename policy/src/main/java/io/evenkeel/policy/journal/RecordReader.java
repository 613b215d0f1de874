// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

/** Reads what {@link RecordWriter} wrote. */
final class RecordReader {

    private final byte[] bytes;
    private final int end;
    private int position;

    RecordReader(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    long unsigned() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position == end) {
                throw new IllegalArgumentException("a journal record ends too early");
            }
            byte next = bytes[position++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a journal record holds a number that is too long");
    }

    long signed() {
        long value = unsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    String text() {
        StringBuilder value = new StringBuilder();
        for (long left = unsigned(); left > 0; left--) {
            value.append((char) unsigned());
        }
        return value.toString();
    }
}
