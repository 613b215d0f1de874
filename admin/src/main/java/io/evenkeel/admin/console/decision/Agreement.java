// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import io.evenkeel.admin.console.view.FigureTexts;
import java.util.Locale;

/**
 * The share of equal choices among some choices, and the interval in which the true share lies, so that 3 of 3 does not
 * look like certainty.
 *
 * @param low lower end of the 95 % interval of Wilson (1927), 0.0 to 1.0
 * @param high upper end
 */
public record Agreement(long same, long compared, double low, double high) {

    /** The 97.5 % point of the normal distribution. */
    private static final double Z = 1.959963984540054;

    /**
     * The interval treats choices as independent of each other. Choices of a busy moment are less independent, so the
     * true interval is wider.
     */
    public static Agreement of(long same, long compared) {
        if (compared == 0) {
            return new Agreement(0, 0, 0, 1);
        }
        double n = compared;
        double p = same / n;
        double square = Z * Z / n;
        double middle = (p + square / 2) / (1 + square);
        double reach = Z * Math.sqrt(p * (1 - p) / n + square / (4 * n)) / (1 + square);
        return new Agreement(
                same, compared, same == 0 ? 0 : middle - reach, same == compared ? 1 : Math.min(1, middle + reach));
    }

    /** The share such as {@code 97.3 %}; 100 % and 0 % only where the share is exactly so. */
    public String share() {
        if (compared == 0) {
            return FigureTexts.UNKNOWN;
        }
        double percent = 100.0 * same / compared;
        if (same == 0 || same == compared) {
            return Math.round(percent) + " %";
        }
        return String.format(Locale.ROOT, "%.1f %%", Math.min(99.9, Math.max(0.1, percent)));
    }

    /** The interval such as {@code 44 to 100 %}; empty when nothing was compared. */
    public String interval() {
        return compared == 0 ? "" : String.format(Locale.ROOT, "%.0f to %.0f %%", 100 * low, 100 * high);
    }
}
