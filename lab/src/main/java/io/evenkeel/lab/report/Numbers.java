// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Figure;
import java.util.Locale;

/** Figures as a page shows them. Stateless. */
final class Numbers {

    private static final String UNKNOWN = "–";
    private static final double SHARES = 0.1;
    private static final int DIGITS = 2;

    private Numbers() {}

    static String plain(double value, int digits) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f", value) : UNKNOWN;
    }

    /** A figure of a cell, counts added up and the rest as a mean. */
    static String value(CellResult cell, Figure figure) {
        return figure.isCount()
                ? Long.toString(cell.sum(figure.name()))
                : plain(cell.mean(figure.name()).value(), figure.digits());
    }

    /** The distance from a mean to the ends of its interval: {@code ±3.1}; empty when it is not known. */
    static String reach(CellResult cell, Figure figure) {
        ConfidenceInterval mean = cell.mean(figure.name());
        return figure.isCount() || !mean.isKnown() ? "" : "±" + plain(mean.high() - mean.value(), figure.digits());
    }

    /** A share in percent, with as many digits as show that it is not 0. */
    static String percent(double share) {
        if (!Double.isFinite(share)) {
            return UNKNOWN;
        }
        double percent = share * 100;
        return (percent == 0
                        ? "0"
                        : percent < 0.1 ? plain(percent, 3) : percent < 10 ? plain(percent, 2) : plain(percent, 1))
                + " %";
    }

    /**
     * Both ends of a claim's interval, as shares where the figure is below a tenth and not below 0; or words that say
     * that there is none.
     */
    static String interval(ConfidenceInterval interval) {
        if (!interval.isKnown()) {
            return interval.runs() == 1 ? "one run, no interval" : "";
        }
        return interval.value() >= 0 && interval.value() < SHARES
                ? percent(interval.low()) + " to " + percent(interval.high())
                : plain(interval.low(), DIGITS) + " to " + plain(interval.high(), DIGITS);
    }
}
