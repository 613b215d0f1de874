// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** Anything between two bounds. */
record Uniform(double smallest, double largest) implements Distribution {

    Uniform {
        ParameterCheck.that(smallest >= 0, "smallest", smallest, "must be 0 or more");
        ParameterCheck.that(
                largest > smallest && largest < Double.POSITIVE_INFINITY, "largest", largest, "must be above smallest");
    }

    @Override
    public double sample(RandomGenerator random) {
        return smallest + random.nextDouble() * (largest - smallest);
    }

    @Override
    public double mean() {
        return (smallest + largest) / 2;
    }

    @Override
    public double variation() {
        return (largest - smallest) / Math.sqrt(12) / mean();
    }
}
