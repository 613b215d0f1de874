// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** The exponential distribution, drawn by inversion. */
record Exponential(double mean) implements Distribution {

    Exponential {
        ParameterCheck.positive("mean", mean);
    }

    @Override
    public double sample(RandomGenerator random) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    @Override
    public double variation() {
        return 1;
    }
}
