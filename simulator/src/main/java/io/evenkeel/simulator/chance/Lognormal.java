// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** The exponential of a normal distribution, given by its own mean and variation. */
final class Lognormal implements Distribution {

    private final double mean;
    private final double variation;
    private final double mu;
    private final double sigma;

    Lognormal(double mean, double variation) {
        this.mean = ParameterCheck.positive("mean", mean);
        this.variation = ParameterCheck.positive("variation", variation);
        double variance = Math.log1p(variation * variation);
        this.mu = Math.log(mean) - variance / 2;
        this.sigma = Math.sqrt(variance);
    }

    @Override
    public double sample(RandomGenerator random) {
        return Math.exp(mu + sigma * random.nextGaussian());
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
