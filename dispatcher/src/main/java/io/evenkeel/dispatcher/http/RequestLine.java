// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import org.jspecify.annotations.Nullable;

/**
 * The request line of one head (RFC 9112 §3), as offsets into the array it was read from. An object is used for line
 * after line; reading allocates nothing.
 */
final class RequestLine {

    private static final int LONGEST_METHOD = 32;
    private static final byte[] VERSION = Octets.ascii("HTTP/");

    final RequestTarget target = new RequestTarget();
    int start;
    int methodEnd;

    /** OTHER until it was read, also of a line that is refused. */
    Method method = Method.OTHER;
    /** 0 for HTTP/1.0, 1 for HTTP/1.1 and later minor versions. */
    int minor;

    @Nullable
    Refusal refusal;

    /**
     * Reads METHOD SP TARGET SP VERSION CR LF.
     *
     * @param mostTarget octets of the target that are accepted
     * @return index behind the line, {@link FieldLines#INCOMPLETE}, or {@link FieldLines#REFUSED}
     */
    int read(byte[] octets, int from, int to, int mostTarget) {
        start = from;
        method = Method.OTHER;
        refusal = null;
        int i = from;
        while (i < to && Octets.token(octets[i]) != 0) {
            i++;
        }
        if (i - from > LONGEST_METHOD) {
            return refuse(Refusal.BAD_METHOD);
        }
        if (i == to) {
            return FieldLines.INCOMPLETE;
        }
        if (octets[i] != Octets.SP || i == from) {
            boolean half = octets[i] == Octets.CR && i == from && i + 1 == to;
            return half ? FieldLines.INCOMPLETE : refuse(i == from ? Refusal.BAD_METHOD : Refusal.BAD_REQUEST_LINE);
        }
        methodEnd = i;
        method = Method.of(octets, from, i);
        int targetAt = ++i;
        int stop = (int) Math.min(to, (long) targetAt + mostTarget + 1);
        while (i < stop && Octets.isTarget(octets[i])) {
            i++;
        }
        if (i - targetAt > mostTarget) {
            return refuse(Refusal.TARGET_TOO_LONG);
        }
        if (i == to) {
            return FieldLines.INCOMPLETE;
        }
        if (octets[i] != Octets.SP) {
            boolean lineEnd = octets[i] == Octets.CR || octets[i] == Octets.LF;
            return refuse(lineEnd ? Refusal.BAD_REQUEST_LINE : Refusal.BAD_TARGET);
        }
        target.at = targetAt;
        target.end = i;
        return readVersion(octets, i + 1, to);
    }

    private int readVersion(byte[] octets, int from, int to) {
        int whole = Math.min(VERSION.length, to - from);
        for (int k = 0; k < whole; k++) {
            if (octets[from + k] != VERSION[k]) {
                return refuse(Refusal.BAD_VERSION);
            }
        }
        if (to - from < 10) {
            return Octets.controlAt(octets, from, Math.min(to, from + 8)) < Math.min(to, from + 8)
                    ? refuse(Refusal.BAD_VERSION)
                    : FieldLines.INCOMPLETE;
        }
        byte major = octets[from + 5];
        byte minorDigit = octets[from + 7];
        if (!Octets.isDigit(major) || octets[from + 6] != '.' || !Octets.isDigit(minorDigit)) {
            return refuse(Refusal.BAD_VERSION);
        }
        if (octets[from + 8] != Octets.CR || octets[from + 9] != Octets.LF) {
            boolean lineEnd = octets[from + 8] == Octets.LF || octets[from + 8] == Octets.CR;
            return refuse(lineEnd ? Refusal.BAD_LINE_END : Refusal.BAD_VERSION);
        }
        if (major != '1') {
            return refuse(Refusal.VERSION_NOT_SUPPORTED);
        }
        minor = minorDigit == '0' ? 0 : 1;
        return from + 10;
    }

    private int refuse(Refusal why) {
        refusal = why;
        return FieldLines.REFUSED;
    }
}
