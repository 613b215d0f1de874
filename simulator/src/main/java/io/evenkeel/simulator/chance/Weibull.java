// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.LogGamma;

/** A stretched exponential: heavier than exponential below shape 1, lighter above; by inversion. */
final class Weibull implements Distribution {

    private final double power;
    private final double scale;
    private final double mean;
    private final double variation;

    Weibull(double shape, double mean) {
        ParameterCheck.that(shape >= 0.1 && shape <= 100, "shape", shape, "must be between 0.1 and 100");
        this.mean = ParameterCheck.positive("mean", mean);
        this.power = 1 / shape;
        double first = gamma(1 + power);
        this.scale = mean / first;
        this.variation = Math.sqrt(Math.max(0, gamma(1 + 2 * power) / (first * first) - 1));
    }

    @Override
    public double sample(RandomGenerator random) {
        return scale * Math.pow(-Math.log(1 - random.nextDouble()), power);
    }

    @Override
    public double mean() {
        return mean;
    }

    @Override
    public double variation() {
        return variation;
    }

    private static double gamma(double x) {
        return Math.exp(LogGamma.value(x));
    }
}
