// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * A {@link FlowStation} whose requests vary more or less than exponential ones: the time it adds to the time alone is
 * multiplied with a factor, as Allen and Cunneen do, and the time alone is gamma distributed. An approximation;
 * refusals stay those of the station. The factor of a shared processor as bottleneck is 1: equal shares of a processor
 * do not depend on how much the work varies.
 *
 * @param station station with exponential times
 * @param aloneMs mean time of a request that meets no other, above 0
 * @param parallelism number of requests from which on a further one waits
 * @param factor the factor of waits, 0 or more
 * @param variation standard deviation / mean of the time alone
 */
public record VariedStation(FlowStation station, double aloneMs, int parallelism, double factor, double variation)
        implements QueueModel {

    public VariedStation {
        ArgumentCheck.positive("aloneMs", aloneMs);
        ArgumentCheck.atLeast("parallelism", 1, parallelism);
        ArgumentCheck.notNegative("factor", factor);
        ArgumentCheck.notNegative("variation", variation);
    }

    private WaitAndService times() {
        double wait = Math.max(0, station.meanMs() - aloneMs) * factor;
        double free = 0;
        for (int n = 0; n < parallelism; n++) {
            free += station.stateShare(n);
        }
        return new WaitAndService(
                Math.max(1e-12, 1 - free),
                station.meanMs() == Double.POSITIVE_INFINITY ? Double.POSITIVE_INFINITY : wait,
                aloneMs,
                variation);
    }

    @Override
    public double utilizationShare() {
        return station.utilizationShare();
    }

    @Override
    public double refusedShare() {
        return station.refusedShare();
    }

    @Override
    public double meanMs() {
        return times().meanMs();
    }

    @Override
    public double tailShare(double ms) {
        return times().tailShare(ms);
    }
}
