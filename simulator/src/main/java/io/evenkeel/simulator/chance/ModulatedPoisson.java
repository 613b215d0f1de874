// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/**
 * Bursts: a Poisson process with one rate or another, each for exponential times (MMPP with two states). It begins as a
 * passer-by would find it: in a state drawn by how long each lasts, with the first arrival.
 */
final class ModulatedPoisson implements ArrivalProcess {

    private static final double NS_PER_MS = 1e6;

    private final double[] perNs = new double[2];
    private final double[] stayNs = new double[2];
    private int state = -1;
    private double leftNs;

    /**
     * Bursts at a mean rate.
     *
     * @param low level of the rate in the first state, relative to the other
     * @param high level of the rate in the second state
     */
    ModulatedPoisson(double perSecond, double low, double high, double lowMs, double highMs) {
        ParameterCheck.that(low >= 0 && low + high > 0, "level", low, "must be 0 or more, and one level above 0");
        stayNs[0] = ParameterCheck.positive("time", lowMs) * NS_PER_MS;
        stayNs[1] = ParameterCheck.positive("time", highMs) * NS_PER_MS;
        double meanLevel = (low * lowMs + high * highMs) / (lowMs + highMs);
        perNs[0] = perSecond / 1e9 * low / meanLevel;
        perNs[1] = perSecond / 1e9 * high / meanLevel;
    }

    @Override
    public long nextNs(RandomGenerator random) {
        if (state < 0) {
            enter(random.nextDouble() * (stayNs[0] + stayNs[1]) < stayNs[0] ? 0 : 1, random);
        }
        double passedNs = 0;
        while (true) {
            double gapNs = perNs[state] == 0 ? Double.POSITIVE_INFINITY : exponential(random) / perNs[state];
            if (gapNs <= leftNs) {
                leftNs -= gapNs;
                return (long) (passedNs + gapNs);
            }
            passedNs += leftNs;
            enter(1 - state, random);
        }
    }

    private void enter(int next, RandomGenerator random) {
        state = next;
        leftNs = exponential(random) * stayNs[next];
    }

    private static double exponential(RandomGenerator random) {
        return -Math.log(1 - random.nextDouble());
    }
}
