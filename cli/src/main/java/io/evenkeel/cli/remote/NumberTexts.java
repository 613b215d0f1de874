// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;

/** Numbers as people read them. */
final class NumberTexts {

    private static final MathContext DIGITS = new MathContext(4);

    private NumberTexts() {}

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
