// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Octets that grow: numbers of variable length, and fields of number, length and content. One thread. */
final class FieldWriter {

    private static final int MORE = 0x80;

    private byte[] octets;
    private int size;

    FieldWriter() {
        octets = new byte[256];
    }

    byte[] done() {
        return Arrays.copyOf(octets, size);
    }

    FieldWriter octet(int value) {
        if (size == octets.length) {
            octets = Arrays.copyOf(octets, 2 * size);
        }
        octets[size++] = (byte) value;
        return this;
    }

    /** Seven bits in each octet, the lowest first. */
    FieldWriter unsigned(long value) {
        long left = value;
        while ((left & -MORE) != 0) {
            octet((int) left | MORE);
            left >>>= 7;
        }
        return octet((int) left);
    }

    FieldWriter eight(long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            octet((int) (value >>> shift));
        }
        return this;
    }

    private FieldWriter raw(byte[] content) {
        int needed = size + content.length;
        if (needed > octets.length) {
            octets = Arrays.copyOf(octets, Math.max(needed, 2 * octets.length));
        }
        System.arraycopy(content, 0, octets, size, content.length);
        size = needed;
        return this;
    }

    FieldWriter field(int tag, byte[] content) {
        return unsigned(tag).unsigned(content.length).raw(content);
    }

    FieldWriter field(int tag, FieldWriter content) {
        return field(tag, content.done());
    }

    FieldWriter number(int tag, long value) {
        return field(tag, new FieldWriter().unsigned(value));
    }

    FieldWriter eight(int tag, long value) {
        return field(tag, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    /** A text, cut to what a reader takes; nothing for null. */
    FieldWriter text(int tag, @Nullable String text) {
        if (text == null) {
            return this;
        }
        String cut =
                text.length() <= ReportReader.MOST_CHARACTERS ? text : text.substring(0, ReportReader.MOST_CHARACTERS);
        return field(tag, cut.getBytes(StandardCharsets.UTF_8));
    }
}
