// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.simulator.study.Estimate;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A figure with its 95 % confidence interval.
 *
 * @param value measured value, the mean of several runs
 * @param low lower end; NaN when nothing is known about it, as after one run
 * @param high upper end; NaN as well
 * @param runs number of runs that it comes from
 */
public record ConfidenceInterval(double value, double low, double high, int runs) {

    private static final double CONFIDENCE = 0.95;
    private static final double UPPER = (1 + CONFIDENCE) / 2;

    /** Standard normal quantile of the upper end, 1.96. */
    private static final double NORMAL = NormalDistribution.of(0, 1).inverseCumulativeProbability(UPPER);

    /**
     * The mean of independent runs: mean ± t(0.975, n - 1) s / sqrt(n), Student's interval, which holds for few runs
     * as far as their figures are about normal. One run has no interval, none has no figure. Figures that are NaN are
     * left out.
     */
    public static ConfidenceInterval of(List<Double> figures) {
        double[] known = figures.stream()
                .filter(figure -> !Double.isNaN(figure))
                .mapToDouble(Double::doubleValue)
                .toArray();
        Estimate mean = Estimate.of(known);
        return new ConfidenceInterval(
                mean.mean(), mean.mean() - mean.plusMinus(), mean.mean() + mean.plusMinus(), known.length);
    }

    /** A figure of which nothing more is known. */
    public static ConfidenceInterval single(double value, int runs) {
        return new ConfidenceInterval(value, Double.NaN, Double.NaN, runs);
    }

    /**
     * A share: Wilson's score interval, which is right for small counts and for none at all. It takes requests as
     * independent; failures come in bursts, so it is narrower than the truth.
     *
     * @param hits of all
     */
    public static ConfidenceInterval share(long hits, long all, int runs) {
        if (all == 0) {
            return single(Double.NaN, runs);
        }
        double z2 = NORMAL * NORMAL;
        double share = (double) hits / all;
        double centre = (share + z2 / (2 * all)) / (1 + z2 / all);
        double reach = NORMAL / (1 + z2 / all) * Math.sqrt(share * (1 - share) / all + z2 / (4.0 * all * all));
        double low = hits == 0 ? 0 : Math.max(0, centre - reach);
        double high = hits == all ? 1 : Math.min(1, centre + reach);
        return new ConfidenceInterval(share, low, high, runs);
    }

    /**
     * The ratio of two figures, second divided by first, for runs that are not pairs: Welch's interval of the
     * difference of logarithms, so that both may vary by amounts of their own. Without two runs each there is a figure
     * and no interval.
     *
     * @param first figures above 0
     * @param second figures above 0
     */
    public static ConfidenceInterval ratio(List<Double> first, List<Double> second) {
        double[] one = first.stream().mapToDouble(Math::log).toArray();
        double[] other = second.stream().mapToDouble(Math::log).toArray();
        int runs = Math.min(one.length, other.length);
        double difference = mean(other) - mean(one);
        if (runs < 2) {
            return single(Math.exp(difference), runs);
        }
        double a = variance(one) / one.length;
        double b = variance(other) / other.length;
        if (a + b == 0) {
            return new ConfidenceInterval(Math.exp(difference), Math.exp(difference), Math.exp(difference), runs);
        }
        double freedom = (a + b) * (a + b) / (a * a / (one.length - 1) + b * b / (other.length - 1));
        double reach = TDistribution.of(freedom).inverseCumulativeProbability(UPPER) * Math.sqrt(a + b);
        return new ConfidenceInterval(
                Math.exp(difference), Math.exp(difference - reach), Math.exp(difference + reach), runs);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1);
    }

    /** True when there is an interval, not only a figure. */
    public boolean isKnown() {
        return !Double.isNaN(low);
    }

    /** True when a value lies inside; false when there is no interval. */
    public boolean contains(double other) {
        return low <= other && other <= high;
    }

    /**
     * True when a value lies inside and the interval is narrow enough to say something: a quarter of the figure to
     * either side at most.
     */
    public boolean supports(double other) {
        return contains(other) && (high - low) / 2 <= Math.abs(value) / 4;
    }

    /** The same in another unit. */
    public ConfidenceInterval times(double factor) {
        return new ConfidenceInterval(value * factor, low * factor, high * factor, runs);
    }
}
