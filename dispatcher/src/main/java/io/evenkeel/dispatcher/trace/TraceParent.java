// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import java.nio.charset.StandardCharsets;

/**
 * The value of a {@code traceparent} field (W3C Trace Context, §3.2), read in place and written in place. Used for
 * value after value; allocates nothing. One thread.
 *
 * <p>Strict: digits in lower case, no identifier of zeros alone, version ff forbidden, version 00 of exactly 55 octets;
 * a later version may have more behind a further dash, which is left out.
 */
public final class TraceParent {

    /** Octets of a value of version 00. */
    public static final int LENGTH = 55;

    /** The place of the parent's identifier in a value. */
    static final int SPAN_AT = 36;

    /** The flag that says that the caller may have recorded the trace. */
    static final int SAMPLED = 1;

    /** The flag that says that the trace's identifier was drawn by lot. */
    static final int RANDOM = 2;

    /** The place of the trace's identifier in a value, and the end of it. */
    public static final int TRACE_AT = 3;

    public static final int TRACE_END = 35;

    private static final int FLAGS_AT = 53;
    private static final int FORBIDDEN = 0xff;
    private static final int LONG_DIGITS = 16;
    private static final int OCTET_VALUES = 256;

    /** The two digits of each octet, one pair after the other. */
    private static final byte[] PAIRS = pairs();

    long traceHi;
    long traceLo;
    long span;
    int flags;

    /** True once a digit was none. */
    private boolean broken;

    /** Reads the value in {@code [from, to)}; false when it is none, and then nothing it left is to be used. */
    public boolean read(byte[] octets, int from, int to) {
        if (to - from < LENGTH
                || octets[from + 2] != '-'
                || octets[from + SPAN_AT - 1] != '-'
                || octets[from + FLAGS_AT - 1] != '-') {
            return false;
        }
        broken = false;
        int version = (int) number(octets, from, 2);
        traceHi = number(octets, from + TRACE_AT, LONG_DIGITS);
        traceLo = number(octets, from + TRACE_AT + LONG_DIGITS, LONG_DIGITS);
        span = number(octets, from + SPAN_AT, LONG_DIGITS);
        flags = (int) number(octets, from + FLAGS_AT, 2);
        boolean whole = version == 0 ? to - from == LENGTH : to - from == LENGTH || octets[from + LENGTH] == '-';
        return whole && !broken && version != FORBIDDEN && (traceHi | traceLo) != 0 && span != 0;
    }

    private long number(byte[] octets, int from, int digits) {
        long value = 0;
        for (int i = from; i < from + digits; i++) {
            int octet = octets[i];
            int digit =
                    octet >= '0' && octet <= '9' ? octet - '0' : octet >= 'a' && octet <= 'f' ? octet - 'a' + 10 : -1;
            broken |= digit < 0;
            value = (value << 4) | (digit & 0xf);
        }
        return value;
    }

    /** Writes a value of version 00 to an array, which has room for it. */
    static void write(byte[] into, int at, long traceHi, long traceLo, long span, int flags) {
        into[at] = '0';
        into[at + 1] = '0';
        into[at + 2] = '-';
        hex(into, at + TRACE_AT, traceHi, LONG_DIGITS);
        hex(into, at + TRACE_AT + LONG_DIGITS, traceLo, LONG_DIGITS);
        into[at + SPAN_AT - 1] = '-';
        span(into, at, span);
        into[at + FLAGS_AT - 1] = '-';
        hex(into, at + FLAGS_AT, flags, 2);
    }

    /** Puts another identifier of the caller into a value that begins at an index. */
    static void span(byte[] into, int at, long span) {
        hex(into, at + SPAN_AT, span, LONG_DIGITS);
    }

    private static void hex(byte[] into, int at, long value, int digits) {
        for (int i = digits - 2; i >= 0; i -= 2) {
            int pair = 2 * (int) (value >>> ((digits - 2 - i) * 4) & 0xff);
            into[at + i] = PAIRS[pair];
            into[at + i + 1] = PAIRS[pair + 1];
        }
    }

    private static byte[] pairs() {
        byte[] pairs = new byte[2 * OCTET_VALUES];
        for (int octet = 0; octet < OCTET_VALUES; octet++) {
            pairs[2 * octet] = (byte) Character.forDigit(octet >>> 4, 16);
            pairs[2 * octet + 1] = (byte) Character.forDigit(octet & 0xf, 16);
        }
        return pairs;
    }

    /** A trace's identifier as text. Allocates. */
    public static String traceId(long hi, long lo) {
        byte[] digits = new byte[2 * LONG_DIGITS];
        hex(digits, 0, hi, LONG_DIGITS);
        hex(digits, LONG_DIGITS, lo, LONG_DIGITS);
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    /** The identifier of a span as text. Allocates. */
    public static String spanId(long id) {
        byte[] digits = new byte[LONG_DIGITS];
        hex(digits, 0, id, LONG_DIGITS);
        return new String(digits, StandardCharsets.ISO_8859_1);
    }
}
