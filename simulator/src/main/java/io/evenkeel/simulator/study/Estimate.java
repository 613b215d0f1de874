// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of a figure over independent runs, and how far the true one may be from it.
 *
 * @param mean over all runs
 * @param plusMinus half the width of the 95 % interval by Student's t; NaN of one run, which tells nothing about others
 */
public record Estimate(double mean, double plusMinus) {

    private static final double TAIL = 0.025;

    /**
     * The mean of independent runs and its interval, which holds for few runs as far as their figures are about normal;
     * NaN of none.
     */
    public static Estimate of(double... values) {
        int count = values.length;
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        if (count < 2) {
            return new Estimate(mean, Double.NaN);
        }
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double error = Math.sqrt(squares / (count - 1) / count);
        return new Estimate(
                mean, error == 0 ? 0 : TDistribution.of(count - 1).inverseSurvivalProbability(TAIL) * error);
    }
}
