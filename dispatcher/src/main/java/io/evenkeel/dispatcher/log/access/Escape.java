// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

/**
 * The way a format writes bytes that could leave their field or forge a line: control characters, non-ASCII bytes, and
 * the format's own marks.
 */
enum Escape {
    /** The way of Apache httpd: {@code \"}, {@code \\}, else {@code \xhh}. */
    BACKSLASH("\"\\"),
    /** The way of HAProxy: {@code #HH}. */
    HASH("\"#{|}"),
    /** RFC 8259, where a byte above 127 is written as the character of that number. */
    JSON("\"\\");

    private static final String LOWER = "0123456789abcdef";
    private static final String UPPER = "0123456789ABCDEF";

    /** Bits of the ASCII characters that need no escape: 0 to 63, and 64 to 127. */
    private final long plainLow;

    private final long plainHigh;

    Escape(String marks) {
        long low = 0;
        long high = 0;
        for (int b = ' '; b < 127; b++) {
            if (marks.indexOf(b) < 0) {
                low |= b < 64 ? 1L << b : 0;
                high |= b < 64 ? 0 : 1L << b;
            }
        }
        plainLow = low;
        plainHigh = high;
    }

    boolean isPlain(byte b) {
        return b >= 0 && ((b < 64 ? plainLow : plainHigh) >>> b & 1) != 0;
    }

    /** Writes the escape of a byte that is not plain; at most {@link LineBuffer#WIDEST} bytes. */
    void write(byte b, LineBuffer line) {
        int high = b >> 4 & 15;
        int low = b & 15;
        if (this == HASH) {
            line.mark('#').mark(UPPER.charAt(high)).mark(UPPER.charAt(low));
        } else if (b == '"' || b == '\\') {
            line.mark('\\').mark(b);
        } else if (this == JSON) {
            line.mark('\\')
                    .mark('u')
                    .mark('0')
                    .mark('0')
                    .mark(LOWER.charAt(high))
                    .mark(LOWER.charAt(low));
        } else {
            line.mark('\\').mark('x').mark(LOWER.charAt(high)).mark(LOWER.charAt(low));
        }
    }
}
