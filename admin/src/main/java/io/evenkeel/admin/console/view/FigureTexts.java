// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import java.util.Locale;

/** Figures as people read them; a dash stands for an unknown one. */
public final class FigureTexts {

    public static final String UNKNOWN = "–";

    private FigureTexts() {}

    /** A number with one decimal below ten. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        return Math.abs(value) < 9.95 && value != Math.rint(value)
                ? String.format(Locale.ROOT, "%.1f", value)
                : String.format(Locale.ROOT, "%,.0f", value);
    }

    /** A time such as {@code 2.4 ms} or {@code 1.3 s}. */
    public static String time(double ms) {
        if (!Double.isFinite(ms)) {
            return UNKNOWN;
        }
        return ms < 1000 ? number(ms) + " ms" : number(ms / 1000) + " s";
    }

    /** A time such as {@code 4.2 s}, {@code 12 min} or {@code 3.5 h}. */
    public static String seconds(double seconds) {
        if (!Double.isFinite(seconds)) {
            return UNKNOWN;
        }
        if (seconds < 120) {
            return number(seconds) + " s";
        }
        return seconds < 7200 ? number(seconds / 60) + " min" : number(seconds / 3600) + " h";
    }

    /** A share such as {@code 12 %}. */
    public static String share(double share) {
        if (!Double.isFinite(share)) {
            return UNKNOWN;
        }
        return share > 0 && share < 0.0995
                ? String.format(Locale.ROOT, "%.1f %%", 100 * share)
                : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** A part and its whole, such as {@code 3 / 12}; the part alone when the whole is not known. */
    public static String part(double used, double most) {
        return Double.isFinite(used) && Double.isFinite(most) ? number(used) + " / " + number(most) : number(used);
    }

    /** A whole number of seconds, minutes, hours or days, such as {@code 4 min} or {@code 3 d}. */
    public static String span(long ms) {
        long seconds = ms / 1000;
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min";
        }
        return seconds < 86_400 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
    }
}
