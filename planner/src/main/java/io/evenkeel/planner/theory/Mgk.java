// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * G/G/k by Allen and Cunneen's approximation: the wait of M/M/k times (ca² + cs²)/2, the squared variations of the
 * times between arrivals and of the service times. Exact for M/M/k and for the mean of M/G/1; for M/G/k good to some
 * per cent at high utilisation, worse for cs far from 1 and many servers; first come first served. [A] section 5.5.
 *
 * <p>Percentiles are a further approximation: a request that waits (with Erlang's C) waits for an exponential time, and
 * service times are gamma distributed. Exact for M/M/k; a heavy tail of service times is not in it.
 *
 * @param arrivalsPerMs λ of all servers together, 0 or more
 * @param servicePerMs μ of one server, above 0
 * @param servers k, 1 or more
 * @param arrivalVariation ca, standard deviation / mean of the times between arrivals; 1 = Poisson
 * @param serviceVariation cs, standard deviation / mean of the service times; 0 = constant, 1 = exponential
 */
public record Mgk(
        double arrivalsPerMs, double servicePerMs, int servers, double arrivalVariation, double serviceVariation)
        implements QueueModel {

    public Mgk {
        ArgumentCheck.notNegative("arrivalsPerMs", arrivalsPerMs);
        ArgumentCheck.positive("servicePerMs", servicePerMs);
        ArgumentCheck.atLeast("servers", 1, servers);
        ArgumentCheck.notNegative("arrivalVariation", arrivalVariation);
        ArgumentCheck.notNegative("serviceVariation", serviceVariation);
    }

    /** The queue with Poisson arrivals. */
    public static Mgk poisson(double arrivalsPerMs, double servicePerMs, int servers, double serviceVariation) {
        return new Mgk(arrivalsPerMs, servicePerMs, servers, 1, serviceVariation);
    }

    private Mmk exponential() {
        return new Mmk(arrivalsPerMs, servicePerMs, servers);
    }

    /** The factor of the wait of M/M/k, (ca² + cs²)/2. */
    public double factor() {
        return (arrivalVariation * arrivalVariation + serviceVariation * serviceVariation) / 2;
    }

    @Override
    public double utilizationShare() {
        return exponential().utilizationShare();
    }

    /** Mean time in the queue, of all requests, milliseconds. */
    public double waitMs() {
        double wait = exponential().waitMs();
        return Double.isInfinite(wait) ? wait : wait * factor();
    }

    @Override
    public double meanMs() {
        return waitMs() + 1 / servicePerMs;
    }

    @Override
    public double tailShare(double ms) {
        return new WaitAndService(exponential().waitShare(), waitMs(), 1 / servicePerMs, serviceVariation)
                .tailShare(ms);
    }
}
