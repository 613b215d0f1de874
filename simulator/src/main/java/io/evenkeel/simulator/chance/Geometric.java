// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** The number of trials up to the first success: 1, 2, 3 …, without memory. */
record Geometric(double mean) implements Distribution {

    Geometric {
        ParameterCheck.that(mean >= 1 && mean < 1e12, "mean", mean, "must be 1 or more");
    }

    @Override
    public double sample(RandomGenerator random) {
        return mean == 1 ? 1 : Math.max(1, Math.ceil(Math.log(1 - random.nextDouble()) / Math.log1p(-1 / mean)));
    }

    @Override
    public double variation() {
        return Math.sqrt(1 - 1 / mean);
    }
}
