// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Measured;
import io.evenkeel.lab.experiment.Statement;
import io.evenkeel.lab.experiment.Statement.Quote;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Published sentences without a number, and figures that need a rule of their own, held against our cells.
 *
 * <p>Two cells are compared by the ratio of a figure, repeat by repeat. After one run there is no interval; then a
 * difference counts from {@value Statement#NO_DIFFERENCE} on. A figure that was not measured counts as not run.
 */
public final class Sentences {

    private static final double NEARLY_SAME_SIZE = 0.30;

    private final CellIndex cells;

    public Sentences(List<CellResult> cells) {
        this.cells = new CellIndex(cells);
    }

    /** A cell's figure is less than another's. Same direction when it is, but not beyond chance. */
    public Claim less(Quote quote, String figure, CellKey less, CellKey more) {
        Optional<ConfidenceInterval> ratio = ratio(figure, less, more);
        if (ratio.isEmpty()) {
            return notRun(quote, "less");
        }
        ConfidenceInterval ours = ratio.get();
        boolean surely = ours.isKnown() ? ours.high() < 1 : ours.value() < 1 - Statement.NO_DIFFERENCE;
        ClaimVerdict verdict = surely
                ? ClaimVerdict.REPRODUCED
                : ours.value() < 1 ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
        return claim(quote, "less", times(figure, less, more, ours), ours, verdict);
    }

    /** Two cells' figures are about the same: reproduced within 10 %, same direction within 30 %. */
    public Claim alike(Quote quote, String figure, CellKey one, CellKey other) {
        Optional<ConfidenceInterval> ratio = ratio(figure, one, other);
        if (ratio.isEmpty()) {
            return notRun(quote, "about the same");
        }
        double off = Math.abs(Math.log(ratio.get().value()));
        ClaimVerdict verdict = off <= Math.log(1 + Statement.SAME_SIZE)
                ? ClaimVerdict.REPRODUCED
                : off <= Math.log(1 + NEARLY_SAME_SIZE) ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
        return claim(quote, "about the same", times(figure, one, other, ratio.get()), ratio.get(), verdict);
    }

    /** Two cells' figures differ by no more than so much; same direction up to twice that. */
    public Claim within(Quote quote, String figure, CellKey one, CellKey other, double most) {
        String said = "a difference of at most " + format(most);
        double difference = mean(one, figure) - mean(other, figure);
        if (Double.isNaN(difference)) {
            return notRun(quote, said);
        }
        ClaimVerdict verdict = Math.abs(difference) <= most
                ? ClaimVerdict.REPRODUCED
                : Math.abs(difference) <= 2 * most ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
        int runs = cells.find(one).map(CellResult::runs).orElse(0);
        ConfidenceInterval ours = ConfidenceInterval.single(difference, runs);
        return claim(quote, said, String.format(Locale.ROOT, "%.3f", difference), ours, verdict);
    }

    /**
     * A cell's figure lies between two values; same direction when it misses them by no more than their distance from
     * each other.
     */
    public Claim between(Quote quote, CellKey cell, String figure, double low, double high) {
        String said = format(low) + " to " + format(high);
        ConfidenceInterval ours = interval(cell, figure);
        if (Double.isNaN(ours.value())) {
            return notRun(quote, said);
        }
        double reach = high - low;
        double off = Math.max(low - ours.value(), ours.value() - high);
        ClaimVerdict verdict = off <= 0
                ? ClaimVerdict.REPRODUCED
                : off <= reach ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
        return new Claim(cell, quote.sentence(), quote.where(), said, format(ours.value()), ours, verdict);
    }

    /** One figure of a cell is less than another of the same cell. */
    public Claim below(Quote quote, CellKey cell, String figure, String bound) {
        ConfidenceInterval ours = interval(cell, figure);
        double limit = mean(cell, bound);
        if (Double.isNaN(ours.value() + limit)) {
            return notRun(quote, "less");
        }
        boolean surely = ours.isKnown() ? ours.high() < limit : ours.value() < limit * (1 - Statement.NO_DIFFERENCE);
        ClaimVerdict verdict = surely
                ? ClaimVerdict.REPRODUCED
                : ours.value() < limit ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
        String text = figure + " " + format(ours.value()) + ", " + bound + " " + format(limit);
        return new Claim(cell, quote.sentence(), quote.where(), "less", text, ours, verdict);
    }

    private Optional<ConfidenceInterval> ratio(String figure, CellKey first, CellKey second) {
        Optional<CellResult> one = cells.find(first);
        Optional<CellResult> other = cells.find(second);
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        ConfidenceInterval ratio = Measured.ratio(one.get(), other.get(), figure);
        return Double.isNaN(ratio.value()) ? Optional.empty() : Optional.of(ratio);
    }

    private String times(String figure, CellKey first, CellKey second, ConfidenceInterval ratio) {
        return format(mean(first, figure)) + " against " + format(mean(second, figure)) + ", " + format(ratio.value())
                + " times";
    }

    private double mean(CellKey key, String figure) {
        return interval(key, figure).value();
    }

    private ConfidenceInterval interval(CellKey key, String figure) {
        return cells.find(key).map(cell -> cell.mean(figure)).orElseGet(() -> ConfidenceInterval.single(Double.NaN, 0));
    }

    private static Claim claim(Quote quote, String said, String text, ConfidenceInterval ours, ClaimVerdict verdict) {
        return new Claim(null, quote.sentence(), quote.where(), said, text, ours, verdict);
    }

    private static Claim notRun(Quote quote, String said) {
        return claim(quote, said, "not run", ConfidenceInterval.single(Double.NaN, 0), ClaimVerdict.NOT_RUN);
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.2f", value);
    }
}
