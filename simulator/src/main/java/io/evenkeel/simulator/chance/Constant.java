// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** Always the same. */
record Constant(double mean) implements Distribution {

    Constant {
        ParameterCheck.that(mean >= 0 && mean < Double.POSITIVE_INFINITY, "value", mean, "must be 0 or more");
    }

    @Override
    public double sample(RandomGenerator random) {
        return mean;
    }

    @Override
    public double variation() {
        return 0;
    }
}
