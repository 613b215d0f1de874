// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.experiment.Measured.Pair;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A published statement as data, and the rule by which it is held against ours.
 *
 * <p>The rules are the same for every experiment. Rates and times are compared as ratios within one experiment, because
 * machines differ; intervals are 95 %, {@link ConfidenceInterval Student's} over the repeats, where the ratio of two
 * cells is taken repeat by repeat (same seed, same servers). After one run there is no interval, and the figure alone
 * decides; an interval wider than a quarter to either side, as two runs may have, decides nothing. A figure that was
 * not measured counts as not run.
 */
public sealed interface Statement {

    /** Share by which two figures may differ and still be the same size. */
    double SAME_SIZE = 0.10;

    /** Share below which a difference counts as none. */
    double NO_DIFFERENCE = 0.03;

    /**
     * Failed requests of a run that count as none: the first paper's tolerance (6.3.1), because a kept-alive connection
     * may always break.
     */
    int TOLERATED = 2;

    /** Holds the statement against what was measured. */
    Claim judge(CellIndex cells);

    /** The paper's statement, in its words. */
    record Quote(String sentence, String where) {}

    /**
     * A cell of a table fails a number of requests, or none.
     *
     * <p>None in the paper: reproduced when ours has at most {@value #TOLERATED} for each run; same direction when the
     * share is surely (upper end of Wilson's interval) below a thousandth. Some in the paper: reproduced when ours
     * fails more than that, same direction when it fails any.
     *
     * @param failures the paper's
     */
    record Fails(Quote quote, CellKey cell, long failures) implements Statement {

        private static final double RARE = 0.001;

        @Override
        public Claim judge(CellIndex cells) {
            String published = failures == 0 ? "none" : failures + " failed";
            CellResult ours = cells.find(cell).orElse(null);
            if (ours == null || ours.requests() == 0) {
                return notRun(quote, cell, published);
            }
            boolean some = ours.failures() > (long) TOLERATED * ours.runs();
            ConfidenceInterval share = ours.failureShare();
            ClaimVerdict verdict;
            if (failures == 0) {
                verdict = !some
                        ? ClaimVerdict.REPRODUCED
                        : share.high() < RARE ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
            } else {
                verdict = some
                        ? ClaimVerdict.REPRODUCED
                        : ours.failures() > 0 ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
            }
            String text = ours.failures() + " of " + ours.requests() + " failed";
            return new Claim(cell, quote.sentence, quote.where, published, text, share, verdict);
        }
    }

    /**
     * A figure of one cell is a multiple of another's.
     *
     * <p>The direction is up, down, or neither when the ratio is within {@value #NO_DIFFERENCE} of 1. Reproduced when
     * the published ratio is in our interval, or within {@value #SAME_SIZE} of ours, and the direction is not the
     * opposite; same direction when only the direction agrees; otherwise not reproduced.
     *
     * @param figure of {@link Measurement}
     * @param published the paper's ratio of the first cell's figure to the second's
     */
    record Ratio(Quote quote, String figure, CellKey first, CellKey second, double published) implements Statement {

        @Override
        public Claim judge(CellIndex cells) {
            Pair pair = Pair.of(cells, first, second);
            String said = format("%.2f times", published);
            if (pair == null) {
                return notRun(quote, null, said);
            }
            ConfidenceInterval ours = pair.ratio(figure);
            if (Double.isNaN(ours.value())) {
                return notRun(quote, null, said);
            }
            boolean isSize = ours.supports(published) || Math.abs(ours.value() / published - 1) <= SAME_SIZE;
            int same = direction(ours.value()) * direction(published);
            ClaimVerdict verdict = isSize && same >= 0
                    ? ClaimVerdict.REPRODUCED
                    : direction(ours.value()) == direction(published)
                            ? ClaimVerdict.SAME_DIRECTION
                            : ClaimVerdict.NOT_REPRODUCED;
            return new Claim(
                    null, quote.sentence, quote.where, said, format("%.2f times", ours.value()), ours, verdict);
        }

        private static int direction(double ratio) {
            return Math.abs(ratio - 1) <= NO_DIFFERENCE ? 0 : ratio > 1 ? 1 : -1;
        }
    }

    /**
     * One cell fails a smaller share of its requests than another.
     *
     * <p>Reproduced when the two intervals (Wilson's) do not touch; same direction when only the shares themselves are
     * in that order.
     */
    record FailsLess(Quote quote, CellKey less, CellKey more, double publishedLess, double publishedMore)
            implements Statement {

        @Override
        public Claim judge(CellIndex cells) {
            String said = format("%.2f %% against %.2f %%", publishedLess * 100, publishedMore * 100);
            Pair pair = Pair.of(cells, less, more);
            if (pair == null) {
                return notRun(quote, null, said);
            }
            ConfidenceInterval low = pair.first().failureShare();
            ConfidenceInterval high = pair.second().failureShare();
            if (Double.isNaN(low.value() + high.value())) {
                return notRun(quote, null, said);
            }
            ClaimVerdict verdict = low.high() < high.low()
                    ? ClaimVerdict.REPRODUCED
                    : low.value() < high.value() ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
            String text = format("%.2f %% against %.2f %%", low.value() * 100, high.value() * 100);
            return new Claim(null, quote.sentence, quote.where, said, text, low, verdict);
        }
    }

    /**
     * Several things rank by a figure in this order.
     *
     * <p>Compared by Kendall's tau of the two orders, 1 for the same and -1 for the reverse: reproduced from
     * {@value #CLOSE}, same direction when it is above 0, otherwise not. The interval is over the repeats' own taus.
     * With fewer than three of them there is no ranking.
     *
     * @param order names, the first one ranks highest
     * @param scores our scores by name, higher ranks higher; a score for each repeat, by its number
     */
    record RankingStatement(Quote quote, List<String> order, Measured.Scores scores) implements Statement {

        private static final double CLOSE = 0.7;

        @Override
        public Claim judge(CellIndex cells) {
            List<String> known =
                    order.stream().filter(scores.of(cells)::containsKey).toList();
            String said = String.join(" > ", known.size() < 3 ? order : known);
            if (known.size() < 3) {
                return notRun(quote, null, said);
            }
            ConfidenceInterval tau = Measured.tau(known, scores.of(cells));
            if (Double.isNaN(tau.value())) {
                return notRun(quote, null, said);
            }
            String ours = Measured.ranked(known, scores.of(cells)).stream().collect(Collectors.joining(" > "));
            ClaimVerdict verdict = tau.value() >= CLOSE
                    ? ClaimVerdict.REPRODUCED
                    : tau.value() > 0 ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
            return new Claim(
                    null, quote.sentence, quote.where, said, ours + format(" (tau %.2f)", tau.value()), tau, verdict);
        }
    }

    /**
     * A figure has a value, in one cell or on average over several.
     *
     * <p>For figures that do not depend on the machine, such as shares and slowdowns, and those that are compared with
     * theory. Reproduced when the published value is in our interval or within {@value #SAME_SIZE} of ours; same
     * direction when within the tolerance given; otherwise not.
     *
     * @param over cells; those that were not run are left out
     * @param tolerance share of the published value
     */
    record Value(Quote quote, List<CellKey> over, String figure, double published, double tolerance)
            implements Statement {

        @Override
        public Claim judge(CellIndex cells) {
            String said = format("%.3f", published);
            List<CellResult> ours =
                    over.stream().flatMap(key -> cells.find(key).stream()).toList();
            ConfidenceInterval mean = Measured.mean(ours, figure);
            if (Double.isNaN(mean.value())) {
                return notRun(quote, null, said);
            }
            double off = Math.abs(mean.value() / published - 1);
            ClaimVerdict verdict = mean.supports(published) || off <= SAME_SIZE
                    ? ClaimVerdict.REPRODUCED
                    : off <= tolerance ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
            return new Claim(null, quote.sentence, quote.where, said, format("%.3f", mean.value()), mean, verdict);
        }
    }

    private static Claim notRun(Quote quote, @Nullable CellKey cell, String published) {
        return new Claim(
                cell,
                quote.sentence,
                quote.where,
                published,
                "not run",
                ConfidenceInterval.single(Double.NaN, 0),
                ClaimVerdict.NOT_RUN);
    }

    private static String format(String form, Object... figures) {
        return String.format(Locale.ROOT, form, figures);
    }
}
