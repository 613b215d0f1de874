// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes wall-clock times; the parts that change at most every quarter of an hour, zone offset included, are made once
 * for that time.
 */
final class ClockText {

    private static final long QUARTER_MS = 900_000;

    private final ZoneId zone;
    private final DateTimeFormatter before;
    private final DateTimeFormatter after;
    private final boolean withMillis;

    private long quarter = Long.MIN_VALUE;
    private int firstMinute;
    private byte[] head = new byte[0];
    private byte[] tail = new byte[0];

    private ClockText(ZoneId zone, String before, boolean withMillis, String after) {
        this.zone = zone;
        this.before = DateTimeFormatter.ofPattern(before, Locale.ENGLISH);
        this.withMillis = withMillis;
        this.after = DateTimeFormatter.ofPattern(after, Locale.ENGLISH);
    }

    /** {@code 21/Nov/2026:04:05:06 +0000}. */
    static ClockText combined(ZoneId zone) {
        return new ClockText(zone, "dd/MMM/yyyy:HH:", false, " xx");
    }

    /** {@code 21/Nov/2026:04:05:06.789}. */
    static ClockText haproxy(ZoneId zone) {
        return new ClockText(zone, "dd/MMM/yyyy:HH:", true, "");
    }

    /** {@code 2026-11-21T04:05:06.789Z}. */
    static ClockText iso(ZoneId zone) {
        return new ClockText(zone, "yyyy-MM-dd'T'HH:", true, "XXX");
    }

    /** {@code Nov 21 04:05:06}, the day of the month in two columns. */
    static ClockText syslog(ZoneId zone) {
        return new ClockText(zone, "MMM ppd HH:", false, "");
    }

    void write(long wallMs, LineBuffer line) {
        long itsQuarter = Math.floorDiv(wallMs, QUARTER_MS);
        if (itsQuarter != quarter) {
            ZonedDateTime start = Instant.ofEpochMilli(itsQuarter * QUARTER_MS).atZone(zone);
            head = before.format(start).getBytes(StandardCharsets.US_ASCII);
            tail = after.format(start).getBytes(StandardCharsets.US_ASCII);
            firstMinute = start.getMinute();
            quarter = itsQuarter;
        }
        int ms = (int) (wallMs - itsQuarter * QUARTER_MS);
        line.plain(head).padded(firstMinute + ms / 60_000, 2).mark(':').padded(ms / 1_000 % 60, 2);
        if (withMillis) {
            line.mark('.').padded(ms % 1_000, 3);
        }
        line.plain(tail);
    }
}
