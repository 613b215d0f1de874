// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/**
 * A distribution of numbers that are not negative: milliseconds where it was written with a unit of time, else plain
 * numbers.
 *
 * <p>Without state and for any thread; sampling allocates nothing and draws from the generator given alone.
 */
public interface Distribution {

    double sample(RandomGenerator random);

    /** The mean; infinite for a tail that has none. */
    double mean();

    /** Standard deviation over mean; infinite for a tail that has no variance, 0 for a constant. */
    double variation();

    /**
     * Reads a distribution as people write it, such as {@code exponential(8ms)}; a number alone is a constant.
     *
     * <p>Forms: {@code constant(8ms)}, {@code uniform(5ms, 9ms)}, {@code exponential(mean)},
     * {@code hyperexponential(mean, variation)}, {@code lognormal(mean, variation)},
     * {@code inverse-gaussian(mean, variation)}, {@code weibull(shape, mean)}, {@code pareto(shape, mean)},
     * {@code pareto(shape, mean, largest / smallest)}, {@code geometric(mean)} (1, 2, 3 …) and
     * {@code zipf(exponent, ranks)} (1 to ranks). Units of time are us, ms, s, m and h.
     *
     * @throws IllegalArgumentException saying what is wrong with the text and which forms there are
     */
    static Distribution parse(String text) {
        return DistributionForm.parse(text);
    }
}
