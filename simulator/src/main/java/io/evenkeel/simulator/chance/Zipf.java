// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/**
 * The rank of something popular: rank i of n with a probability in proportion to 1 / i^exponent. A table of 8 B a rank,
 * looked up in log n.
 */
final class Zipf implements Distribution {

    private static final int MOST_RANKS = 1_000_000;

    /** Probability of this rank, from 0, and of all before. */
    private final double[] below;

    private final double mean;
    private final double variation;

    Zipf(double exponent, double ranks) {
        ParameterCheck.that(exponent >= 0 && exponent <= 10, "exponent", exponent, "must be between 0 and 10");
        ParameterCheck.that(
                ranks == Math.rint(ranks) && ranks >= 1 && ranks <= MOST_RANKS,
                "ranks",
                ranks,
                "must be a whole number from 1 to " + MOST_RANKS);
        this.below = new double[(int) ranks];
        double sum = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < below.length; i++) {
            double rank = i + 1.0;
            double weight = Math.pow(rank, -exponent);
            sum += weight;
            first += weight * rank;
            second += weight * rank * rank;
            below[i] = sum;
        }
        for (int i = 0; i < below.length; i++) {
            below[i] /= sum;
        }
        this.mean = first / sum;
        this.variation = Math.sqrt(Math.max(0, second / sum / (mean * mean) - 1));
    }

    @Override
    public double sample(RandomGenerator random) {
        double share = random.nextDouble();
        int low = 0;
        int high = below.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (below[middle] > share) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low + 1.0;
    }

    @Override
    public double mean() {
        return mean;
    }

    @Override
    public double variation() {
        return variation;
    }
}
