// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * A response time that consists of a wait, which is 0 for most and exponential for the others, and a gamma
 * distributed service time. Exact for M/M/k; else an approximation that knows no tail heavier than the gamma
 * distribution's.
 *
 * @param waitShare share of the requests that wait, 0 to 1
 * @param waitMs mean wait of all requests; infinite when overloaded
 * @param serviceMs mean service time, above 0
 * @param variation standard deviation / mean of the service time
 */
record WaitAndService(double waitShare, double waitMs, double serviceMs, double variation) {

    private static final int STEPS = 400;

    double meanMs() {
        return waitMs + serviceMs;
    }

    double tailShare(double ms) {
        if (Double.isInfinite(waitMs)) {
            return 1;
        }
        double t = Math.max(0, ms);
        if (waitShare <= 0 || waitMs <= 0) {
            return serviceTail(t);
        }
        double rate = waitShare / waitMs;
        if (variation == 0) {
            double over = t - serviceMs;
            return over < 0 ? 1 : waitShare * Math.exp(-rate * over);
        }
        double tail = serviceTail(t);
        double before = 1;
        for (int i = 1; i <= STEPS; i++) {
            double here = serviceTail(t * i / STEPS);
            tail += (before - here) * waitShare * Math.exp(-rate * t * (STEPS - i + 0.5) / STEPS);
            before = here;
        }
        return Math.min(1, tail);
    }

    private double serviceTail(double ms) {
        if (variation == 0) {
            return ms < serviceMs ? 1 : 0;
        }
        double shape = 1 / (variation * variation);
        return RegularizedGamma.Q.value(shape, ms / serviceMs * shape);
    }
}
