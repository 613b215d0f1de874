// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/** Numbers and moments as people read them. */
final class NumberTexts {

    private static final MathContext DIGITS = new MathContext(4);

    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");

    private NumberTexts() {}

    /** A sentence of the dispatcher, its moments by the clock of this machine: {@code 08:12:03}, or with the day. */
    static String moments(String text) {
        return moments(text, ZoneId.systemDefault(), Instant.now());
    }

    /** The same in a zone, at a moment of which the day is not written. */
    static String moments(String text, ZoneId zone, Instant now) {
        return MOMENT.matcher(text).replaceAll(found -> {
            ZonedDateTime at = Instant.parse(found.group()).atZone(zone);
            boolean today = at.toLocalDate().equals(now.atZone(zone).toLocalDate());
            return DateTimeFormatter.ofPattern(today ? "HH:mm:ss" : "uuuu-MM-dd HH:mm:ss", Locale.ROOT)
                    .format(at);
        });
    }

    /** Four digits that count, and never an exponent. */
    static double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value;
    }

    /** The two greatest units of a length of time, such as {@code 2h 3m}. */
    static String age(Duration age) {
        if (age.toDays() > 0) {
            return age.toDays() + "d " + age.toHoursPart() + "h";
        }
        if (age.toHours() > 0) {
            return age.toHours() + "h " + age.toMinutesPart() + "m";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + "m " + age.toSecondsPart() + "s" : age.toSeconds() + "s";
    }
}
