// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** A stretched exponential: heavier than exponential below shape 1, lighter above; by inversion. */
final class Weibull implements Distribution {

    private final double power;
    private final double scale;
    private final double mean;
    private final double variation;

    Weibull(double shape, double mean) {
        Check.that(shape >= 0.1 && shape <= 100, "shape", shape, "must be between 0.1 and 100");
        this.mean = Check.positive("mean", mean);
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

    /** Γ(x) for x of 1 and more: Stirling's series, which is exact to a double's 14 digits above 15, and Γ(x) = Γ(x + 1) / x below. */
    private static double gamma(double x) {
        double divisor = 1;
        double z = x;
        while (z < 15) {
            divisor *= z++;
        }
        double square = z * z;
        double series = (1 / 12.0 - (1 / 360.0 - (1 / 1260.0 - 1 / (1680.0 * square)) / square) / square) / z;
        return Math.exp((z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series) / divisor;
    }
}
