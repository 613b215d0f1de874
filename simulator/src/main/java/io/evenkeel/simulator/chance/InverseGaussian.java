// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/**
 * Lengths of sessions as SURGE and the fourth paper draw them; shape λ is mean over variation squared.
 *
 * <p>Sampled by the transformation with two roots of Michael, Schucany and Haas (1976).
 */
final class InverseGaussian implements Distribution {

    private final double mean;
    private final double variation;
    private final double shape;

    InverseGaussian(double mean, double variation) {
        this.mean = ParameterCheck.positive("mean", mean);
        this.variation = ParameterCheck.positive("variation", variation);
        this.shape = mean / (variation * variation);
    }

    @Override
    public double sample(RandomGenerator random) {
        double normal = random.nextGaussian();
        double y = mean * normal * normal;
        // The smaller root, in the form that does not subtract what is nearly equal.
        double root = mean * (2 * shape) / (2 * shape + y + Math.sqrt(4 * shape * y + y * y));
        return random.nextDouble() * (mean + root) <= mean ? root : mean * mean / root;
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
