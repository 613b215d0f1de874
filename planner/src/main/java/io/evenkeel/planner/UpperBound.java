// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.theory.QueueModel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An upper bound of a figure.
 *
 * @param figure the figure that is compared
 * @param limit milliseconds, or a share for {@link BoundFigure#REFUSED} and {@link BoundFigure#UTILIZATION}
 */
public record UpperBound(BoundFigure figure, double limit) {

    /** The figures that can be compared. */
    public enum BoundFigure {
        MEAN,
        P50,
        P95,
        P99,
        REFUSED,
        UTILIZATION;

        boolean isShare() {
            return this == REFUSED || this == UTILIZATION;
        }

        private double share() {
            return switch (this) {
                case P50 -> 0.5;
                case P95 -> 0.95;
                case P99 -> 0.99;
                default -> throw new IllegalStateException(this + " is not a percentile");
            };
        }

        double of(QueueModel queue) {
            return switch (this) {
                case MEAN -> queue.meanMs();
                case REFUSED -> queue.refusedShare();
                case UTILIZATION -> queue.utilizationShare();
                default -> queue.percentileMs(share());
            };
        }
    }

    /** The goal when none is given: at most one request in a thousand is refused. */
    public static final UpperBound FEW_REFUSED = new UpperBound(BoundFigure.REFUSED, 0.001);

    private static final Pattern FORM =
            Pattern.compile("\\s*([a-z0-9]+)\\s*<\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(ms|s|%)\\s*");

    /**
     * Reads {@code p95<200ms}, {@code mean < 0.1s} or {@code refused<1%}.
     *
     * @throws PlanException when the text is not a goal
     */
    public static UpperBound parse(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (form.matches()) {
            for (BoundFigure figure : BoundFigure.values()) {
                boolean isShare = form.group(3).equals("%");
                if (figure.name().equalsIgnoreCase(form.group(1)) && figure.isShare() == isShare) {
                    double number = Double.parseDouble(form.group(2));
                    double factor = isShare ? 0.01 : form.group(3).equals("s") ? 1000 : 1;
                    return new UpperBound(figure, number * factor);
                }
            }
        }
        throw new PlanException(
                "'" + text + "' is not a goal; write a figure, '<' and its limit: mean, p50, p95 or p99 with a"
                        + " time, as in p95<200ms, or refused or utilization with a share, as in refused<1%");
    }

    /** True when a queue keeps it. */
    public boolean holds(QueueModel queue) {
        return switch (figure) {
            case MEAN, REFUSED, UTILIZATION -> figure.of(queue) < limit;
            default -> queue.tailShare(limit) < 1 - figure.share();
        };
    }

    /** The value of the figure in a forecast. */
    public double valueIn(Forecast forecast) {
        return switch (figure) {
            case MEAN -> forecast.meanMs();
            case P50 -> forecast.p50Ms();
            case P95 -> forecast.p95Ms();
            case P99 -> forecast.p99Ms();
            case REFUSED -> forecast.refusedShare();
            case UTILIZATION -> forecast.utilizationShare();
        };
    }

    /** A value of this figure as people read it. */
    public String shown(double value) {
        return figure.isShare() ? NumberText.percent(value) : NumberText.ms(value);
    }

    /** The goal as it is written: {@code p95<200ms}. */
    public String text() {
        String number = BigDecimal.valueOf(figure.isShare() ? 100 * limit : limit)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
        return figure.name().toLowerCase(Locale.ROOT) + "<" + number + (figure.isShare() ? "%" : "ms");
    }
}
