// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;

/**
 * The one range of octets that a field {@code Range} asks for (RFC 9110 §14.1.2).
 *
 * @param kind what to do about the field
 * @param from the first octet
 * @param to the octet behind the last one
 */
public record ByteRange(Kind kind, long from, long to) {

    /** A field to which the whole is the answer: of several ranges, of another unit, or malformed. */
    public static final ByteRange WHOLE = new ByteRange(Kind.WHOLE, 0, 0);

    /** A range of which the content has no octet. */
    public static final ByteRange OUTSIDE = new ByteRange(Kind.OUTSIDE, 0, 0);

    private static final byte[] UNIT = Octets.ascii("bytes=");
    private static final int MOST_DIGITS = 18;

    /** The answer to the field. */
    public enum Kind {
        /** 200 with all octets. */
        WHOLE,
        /** 206 with these. */
        PART,
        /** 416. */
        OUTSIDE
    }

    /**
     * Reads a field.
     *
     * @param length octets of the whole content
     */
    public static ByteRange of(byte[] octets, int at, int end, long length) {
        if (end - at <= UNIT.length || !Octets.equalsLower(octets, at, at + UNIT.length, UNIT)) {
            return WHOLE;
        }
        int first = at + UNIT.length;
        int dash = Octets.indexOf(octets, first, end, (byte) '-');
        long begin = number(octets, first, dash);
        long last = dash == end ? -2 : number(octets, dash + 1, end);
        if (dash == end || begin == -2 || last == -2 || (begin == -1 && last == -1)) {
            return WHOLE;
        }
        if (begin == -1) {
            return last == 0 || length == 0 ? OUTSIDE : new ByteRange(Kind.PART, Math.max(0, length - last), length);
        }
        if (last != -1 && last < begin) {
            return WHOLE;
        }
        if (begin >= length) {
            return OUTSIDE;
        }
        return new ByteRange(Kind.PART, begin, last == -1 ? length : Math.min(length, last + 1));
    }

    /** A number; -1 for nothing, -2 for anything else. */
    private static long number(byte[] octets, int from, int to) {
        if (from == to) {
            return -1;
        }
        if (to - from > MOST_DIGITS) {
            return -2;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            if (!Octets.isDigit(octets[i])) {
                return -2;
            }
            value = value * 10 + octets[i] - '0';
        }
        return value;
    }
}
