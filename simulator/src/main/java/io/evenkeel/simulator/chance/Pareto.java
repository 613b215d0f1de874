// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** A power law from a smallest to a largest value, or without a largest one; given by its mean; by inversion. */
final class Pareto implements Distribution {

    private final double power;
    private final double smallest;
    /** Probability below the largest value in the law without one. */
    private final double kept;

    private final double mean;
    private final double variation;

    /**
     * The law of this mean.
     *
     * @param shape above 0; above 1 when there is no largest value
     * @param ratio largest over smallest value, above 1; infinite for no largest one
     */
    Pareto(double shape, double mean, double ratio) {
        ParameterCheck.positive("shape", shape);
        ParameterCheck.that(ratio > 1, "largest / smallest", ratio, "must be above 1");
        ParameterCheck.that(
                shape > 1 || ratio < Double.POSITIVE_INFINITY,
                "shape",
                shape,
                "must be above 1 when nothing is largest");
        this.mean = ParameterCheck.positive("mean", mean);
        this.power = -1 / shape;
        this.kept = 1 - Math.pow(ratio, -shape);
        double first = moment(1, shape, ratio);
        this.smallest = mean / first;
        this.variation = Math.sqrt(Math.max(0, moment(2, shape, ratio) / (first * first) - 1));
    }

    /** The moment of this order for a smallest value of 1. */
    private double moment(int order, double shape, double ratio) {
        double over = order - shape;
        if (ratio == Double.POSITIVE_INFINITY) {
            return over >= 0 ? Double.POSITIVE_INFINITY : shape / -over;
        }
        // (r^x - 1) / x, whose limit at x = 0 is ln r.
        double part = Math.abs(over) < 1e-9 ? Math.log(ratio) : Math.expm1(over * Math.log(ratio)) / over;
        return shape * part / kept;
    }

    @Override
    public double sample(RandomGenerator random) {
        return smallest * Math.pow(1 - random.nextDouble() * kept, power);
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
