// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The Date field line of this second (RFC 9110 §5.6.7), made once a second. One event loop. */
public final class DateLine {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private final InstantSource clock;
    private long second = Long.MIN_VALUE;
    private byte[] line = new byte[0];

    public DateLine(InstantSource clock) {
        this.clock = clock;
    }

    /** The whole line, CR LF included; not to be changed. */
    public byte[] line() {
        long now = Math.floorDiv(clock.millis(), 1000L);
        if (now != second) {
            second = now;
            line = Octets.ascii("Date: " + FORMAT.format(Instant.ofEpochSecond(now)) + "\r\n");
        }
        return line;
    }
}
