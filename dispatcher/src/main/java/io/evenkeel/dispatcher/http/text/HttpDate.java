// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/**
 * Dates of HTTP in the three forms that are read (RFC 9110 §5.6.7). The preferred form, which nearly every server
 * sends, is read in place and allocates nothing; the two obsolete ones allocate.
 */
public final class HttpDate {

    /** No date. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int LONGEST = 40;

    private static final List<DateTimeFormatter> FORMS = List.of(
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US),
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.US),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US));

    private static final byte[] DAYS = Octets.ascii("ThuFriSatSunMonTueWed");
    private static final byte[] MONTHS = Octets.ascii("JanFebMarAprMayJunJulAugSepOctNovDec");

    /** The preferred form, with a 0 for each digit and an x for each letter of a name. */
    private static final byte[] PREFERRED = Octets.ascii("xxx, 00 xxx 0000 00:00:00 GMT");

    private static final int NAME = 3;
    private static final int DAY_S = 86_400;

    private HttpDate() {}

    /** Seconds since 1970, or {@link #NONE}. */
    public static long seconds(byte[] octets, int from, int to) {
        if (to - from > LONGEST || to - from < 20) {
            return NONE;
        }
        long seconds = preferred(octets, from, to);
        if (seconds != NONE) {
            return seconds;
        }
        String text = new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
        for (int k = 0; k < FORMS.size() && seconds == NONE; k++) {
            seconds = seconds(text, FORMS.get(k));
        }
        return seconds;
    }

    /** The seconds of a date in the preferred form whose day of the week is right; otherwise {@link #NONE}. */
    private static long preferred(byte[] octets, int from, int to) {
        if (to - from != PREFERRED.length) {
            return NONE;
        }
        for (int k = 0; k < PREFERRED.length; k++) {
            byte form = PREFERRED[k];
            if (form == '0' ? !Octets.isDigit(octets[from + k]) : form != 'x' && form != octets[from + k]) {
                return NONE;
            }
        }
        int day = number(octets, from + 5, 2);
        int month = name(MONTHS, octets, from + 8) + 1;
        int year = number(octets, from + 12, 4);
        int hour = number(octets, from + 17, 2);
        int minute = number(octets, from + 20, 2);
        int second = number(octets, from + 23, 2);
        if (month == 0 || day == 0 || year == 0 || hour > 23 || minute > 59 || second > 59 || day > last(month, year)) {
            return NONE;
        }
        long days = days(year, month, day);
        return Math.floorMod(days, 7) == name(DAYS, octets, from)
                ? days * DAY_S + hour * 3600L + minute * 60L + second
                : NONE;
    }

    private static int number(byte[] octets, int from, int digits) {
        int number = 0;
        for (int k = from; k < from + digits; k++) {
            number = 10 * number + octets[k] - '0';
        }
        return number;
    }

    /** The place of a name among others, from 0; -1 when it is none of them. */
    private static int name(byte[] names, byte[] octets, int from) {
        for (int k = 0; k < names.length; k += NAME) {
            if (names[k] == octets[from] && names[k + 1] == octets[from + 1] && names[k + 2] == octets[from + 2]) {
                return k / NAME;
            }
        }
        return -1;
    }

    /** The last day of a month. */
    private static int last(int month, int year) {
        if (month == 2) {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /**
     * Days since 1970, which began on a Thursday; years are counted from March, so that a leap day is a year's last.
     */
    private static long days(int year, int month, int day) {
        long y = month <= 2 ? year - 1L : year;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        return 365 * y + Math.floorDiv(y, 4) - Math.floorDiv(y, 100) + Math.floorDiv(y, 400) + dayOfYear - 719_468;
    }

    private static long seconds(String text, DateTimeFormatter form) {
        try {
            return LocalDateTime.parse(text, form).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return NONE;
        }
    }
}
