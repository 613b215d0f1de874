// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** One of two exponentials that add the same to the mean ("balanced means"); for variations of 1 and more. */
final class Hyperexponential implements Distribution {

    private final double mean;
    private final double variation;
    private final double shareOfShort;

    Hyperexponential(double mean, double variation) {
        this.mean = ParameterCheck.positive("mean", mean);
        this.variation =
                ParameterCheck.that(variation >= 1 && variation < 1e6, "variation", variation, "must be 1 or more");
        double square = variation * variation;
        this.shareOfShort = (1 + Math.sqrt((square - 1) / (square + 1))) / 2;
    }

    @Override
    public double sample(RandomGenerator random) {
        double share = random.nextDouble() < shareOfShort ? shareOfShort : 1 - shareOfShort;
        return -mean / (2 * share) * Math.log(1 - random.nextDouble());
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
