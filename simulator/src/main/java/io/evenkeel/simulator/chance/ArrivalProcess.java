// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/**
 * The times at which one thing after the other arrives: a stream with a state, for one thread. A call allocates
 * nothing.
 */
public interface ArrivalProcess {

    /** Nanoseconds from the last arrival, or from the start, to the next one; 0 or more. */
    long nextNs(RandomGenerator random);

    /**
     * A new stream of arrivals at a mean rate.
     *
     * <p>Forms: {@code constant}; {@code poisson}; {@code mmpp(0.8, 1.8, 10s, 2s)}, a Poisson process whose rate
     * changes between two levels (their ratio counts) for exponential times of these means; {@code weibull(0.7)} and
     * {@code pareto(1.5)}, independent gaps of this shape; {@code pareto(1.5, 1000)} with a largest gap of 1000 times
     * the smallest; {@code hyperexponential(4)}, gaps of this variation.
     *
     * @param perSecond mean rate, above 0
     * @throws IllegalArgumentException saying what is wrong with the text and which forms there are
     */
    static ArrivalProcess parse(String text, double perSecond) {
        return ArrivalForm.parse(text, perSecond);
    }
}
