// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import java.util.Arrays;

/** Builds one record after the other in an array that grows to the longest of them. */
final class RecordWriter {

    private byte[] bytes = new byte[256];
    private int length;

    void clear() {
        length = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** A varint: 1 byte below 128, at most 10. */
    void unsigned(long value) {
        if (length + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        long left = value;
        while ((left & ~0x7FL) != 0) {
            bytes[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
    }

    /** A varint that is short for small numbers of either sign. */
    void signed(long value) {
        unsigned((value << 1) ^ (value >> 63));
    }

    /** A string, character by character. */
    void text(String value) {
        unsigned(value.length());
        for (int i = 0; i < value.length(); i++) {
            unsigned(value.charAt(i));
        }
    }
}
