// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.netty.buffer.ByteBuf;

/**
 * Reads the status of an HTTP/1 answer as its bytes come in.
 *
 * <p>Strict where a mistake would take something else for an answer: {@code HTTP/1.x}, a space, three digits. Tolerant
 * in what does not matter here: a bare line feed, no reason phrase, any fields. Interim answers are passed over.
 */
final class StatusReader {

    /** More bytes are needed. */
    static final int MORE = 0;

    /** The octets are not an answer of HTTP/1. */
    static final int NOT_HTTP = -1;

    private static final String START = "HTTP/1.";
    private static final int STATUS_AT = START.length() + 2;
    private static final int MOST = 32 * 1024;

    private final byte[] line = new byte[64];
    private int length;
    private int total;
    private boolean passing;

    /** Takes bytes up to the end of the status line; returns the status, or one of the constants. */
    int read(ByteBuf bytes) {
        while (bytes.isReadable()) {
            byte b = bytes.readByte();
            if (++total > MOST) {
                return NOT_HTTP;
            }
            if (b == '\n') {
                int found = lineEnded();
                if (found != MORE) {
                    return found;
                }
            } else if (length < line.length) {
                if (!passing && length < START.length() && b != START.charAt(length)) {
                    return NOT_HTTP;
                }
                line[length++] = b;
            }
        }
        return MORE;
    }

    private int lineEnded() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        length = 0;
        if (passing) {
            passing = end > 0;
            return MORE;
        }
        int status = status(end);
        passing = status >= 100 && status < 200 && status != 101;
        return passing ? MORE : status;
    }

    private int status(int end) {
        if (end < STATUS_AT + 3
                || !digit(STATUS_AT - 2)
                || line[STATUS_AT - 1] != ' '
                || (end > STATUS_AT + 3 && line[STATUS_AT + 3] != ' ')) {
            return NOT_HTTP;
        }
        int status = 0;
        for (int i = STATUS_AT; i < STATUS_AT + 3; i++) {
            if (!digit(i)) {
                return NOT_HTTP;
            }
            status = 10 * status + line[i] - '0';
        }
        return status < 100 ? NOT_HTTP : status;
    }

    private boolean digit(int at) {
        return line[at] >= '0' && line[at] <= '9';
    }
}
