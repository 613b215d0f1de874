// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * k equal servers behind round robin: each has its own queue, and every k-th request of a Poisson stream, so that its
 * arrivals are Erlang-k.
 *
 * <p>E_k/M/1 is exact, percentiles too: the response time is exponential with rate μ(1−σ), where σ in (0, 1)
 * solves σ = (λ / (λ + μ(1−σ)))^k; [K1] section 6.4. For other service times the wait is multiplied with (1/k +
 * cs²)/(1/k + 1), the same thought as Allen and Cunneen's, and for percentiles service times are gamma distributed; an
 * approximation.
 *
 * @param arrivalsPerMs λ of all servers together, 0 or more
 * @param servicePerMs μ of one server, above 0
 * @param servers k, 1 or more
 * @param serviceVariation cs, standard deviation / mean of the service times
 */
public record RoundRobin(double arrivalsPerMs, double servicePerMs, int servers, double serviceVariation)
        implements QueueModel {

    public RoundRobin {
        ArgumentCheck.notNegative("arrivalsPerMs", arrivalsPerMs);
        ArgumentCheck.positive("servicePerMs", servicePerMs);
        ArgumentCheck.atLeast("servers", 1, servers);
        ArgumentCheck.notNegative("serviceVariation", serviceVariation);
    }

    @Override
    public double utilizationShare() {
        return arrivalsPerMs / (servers * servicePerMs);
    }

    /** Share of the requests that wait, σ; exact for exponential service times. */
    public double waitShare() {
        if (utilizationShare() >= 1) {
            return 1;
        }
        double low = 0;
        double high = 1 - 1e-12;
        while (high - low > 1e-15) {
            double middle = (low + high) / 2;
            double phase = arrivalsPerMs / (arrivalsPerMs + servicePerMs * (1 - middle));
            if (middle == low || middle == high) {
                break;
            }
            if (Math.pow(phase, servers) > middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Mean time in a queue, of all requests, milliseconds. */
    public double waitMs() {
        double waiting = waitShare();
        double arrivals = 1.0 / servers;
        double factor = (arrivals + serviceVariation * serviceVariation) / (arrivals + 1);
        return utilizationShare() >= 1 ? Double.POSITIVE_INFINITY : factor * waiting / (1 - waiting) / servicePerMs;
    }

    @Override
    public double meanMs() {
        return waitMs() + 1 / servicePerMs;
    }

    @Override
    public double tailShare(double ms) {
        return new WaitAndService(waitShare(), waitMs(), 1 / servicePerMs, serviceVariation).tailShare(ms);
    }
}
