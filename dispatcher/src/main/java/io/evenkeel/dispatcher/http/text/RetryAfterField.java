// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The field {@code Retry-After}: seconds, or a date (RFC 9110 §10.2.3). */
public final class RetryAfterField {

    private static final int LONGEST = 40;
    private static final int MOST_DIGITS = 9;

    private RetryAfterField() {}

    /**
     * The time that a value tells.
     *
     * @param wall the time of day
     * @return seconds; 0 when it tells none, or a moment that is over
     */
    public static long seconds(byte[] octets, int from, int to, Instant wall) {
        if (from == to || to - from > LONGEST) {
            return 0;
        }
        String text = new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
        if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Long.parseLong(text.length() > MOST_DIGITS ? text.substring(0, MOST_DIGITS) : text);
        }
        long untilS = HttpDate.seconds(octets, from, to);
        return untilS == HttpDate.NONE ? 0 : Math.max(0, untilS - wall.getEpochSecond());
    }
}
