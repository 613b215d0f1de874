// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * The way of one request through a {@link FlowStation} that is too great to be followed jump by jump: a wait, gamma
 * distributed with the mean and the variance it has over all states that a request may find, and an exponential time
 * among the sharers. Exact for one queue of exponential servers; else an approximation that treats the sharers as if
 * they did not disturb each other.
 */
final class RoughSojourn {

    private static final int STEPS = 400;

    private final double waitShare;
    private final double waitMs;
    private final double shape;
    private final double insideMs;

    /** @param found shares of the numbers of others that a request finds */
    RoughSojourn(FlowStation station, double[] found) {
        int sharers = station.sharers();
        double rate = station.ratePerMs(sharers);
        double share = 0;
        double first = 0;
        double second = 0;
        for (int n = sharers; n < found.length; n++) {
            double steps = n - sharers + 1.0;
            share += found[n];
            first += found[n] * steps / rate;
            second += found[n] * steps * (steps + 1) / (rate * rate);
        }
        waitShare = share;
        waitMs = share > 0 ? first / share : 0;
        double variance = share > 0 ? second / share - waitMs * waitMs : 0;
        shape = variance > 0 ? waitMs * waitMs / variance : 1;
        insideMs = Math.max(1e-9, station.meanMs() - first);
    }

    double tailShare(double ms) {
        double inside = Math.exp(-ms / insideMs);
        if (waitShare <= 0) {
            return inside;
        }
        double waited = 1 - waits(ms);
        double before = 0;
        for (int i = 1; i <= STEPS; i++) {
            double here = waits(ms * i / STEPS);
            waited += (here - before) * Math.exp(-ms * (STEPS - i + 0.5) / STEPS / insideMs);
            before = here;
        }
        return Math.min(1, (1 - waitShare) * inside + waitShare * waited);
    }

    /** Share of those who wait that wait no longer. */
    private double waits(double ms) {
        return RegularizedGamma.P.value(shape, ms / waitMs * shape);
    }
}
