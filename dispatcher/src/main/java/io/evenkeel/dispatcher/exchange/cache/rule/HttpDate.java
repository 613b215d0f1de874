// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/** Dates of HTTP in the three forms that are read (RFC 9110 §5.6.7). Allocates: for answers that are stored. */
final class HttpDate {

    /** No date. */
    static final long NONE = Long.MIN_VALUE;

    private static final int LONGEST = 40;

    private static final List<DateTimeFormatter> FORMS = List.of(
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US),
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.US),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US));

    private HttpDate() {}

    /** Seconds since 1970, or {@link #NONE}. */
    static long seconds(byte[] octets, int from, int to) {
        if (to - from > LONGEST || to - from < 20) {
            return NONE;
        }
        String text = new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
        long seconds = NONE;
        for (int k = 0; k < FORMS.size() && seconds == NONE; k++) {
            seconds = seconds(text, FORMS.get(k));
        }
        return seconds;
    }

    private static long seconds(String text, DateTimeFormatter form) {
        try {
            return LocalDateTime.parse(text, form).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return NONE;
        }
    }
}
