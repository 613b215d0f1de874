// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.nio.charset.StandardCharsets;

/**
 * How a format writes bytes that could leave their field or forge a line: control characters, non-ASCII bytes, and the format's own marks.
 */
enum Escape {
    /** As Apache httpd: {@code \"}, {@code \\}, else {@code \xhh}. */
    BACKSLASH("\"\\"),
    /** As HAProxy: {@code #HH}. */
    HASH("\"#{|}"),
    /** RFC 8259, where a byte above 127 is written as the character of that number. */
    JSON("\"\\");

    private static final byte[] LOWER = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] UPPER = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private final boolean[] plain = new boolean[256];

    Escape(String marks) {
        for (int b = ' '; b < 127; b++) {
            plain[b] = marks.indexOf(b) < 0;
        }
    }

    boolean isPlain(byte b) {
        return plain[b & 0xff];
    }

    /** Writes what stands for a byte that is not plain; at most {@link LineBuffer#WIDEST} bytes. */
    void write(byte b, LineBuffer line) {
        int high = b >> 4 & 15;
        int low = b & 15;
        if (this == HASH) {
            line.mark('#').mark(UPPER[high]).mark(UPPER[low]);
        } else if (b == '"' || b == '\\') {
            line.mark('\\').mark(b);
        } else if (this == JSON) {
            line.mark('\\').mark('u').mark('0').mark('0').mark(LOWER[high]).mark(LOWER[low]);
        } else {
            line.mark('\\').mark('x').mark(LOWER[high]).mark(LOWER[low]);
        }
    }
}
