// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * M/G/1-PS: one processor that all requests present share in equal parts, Poisson arrivals. The mean, and the mean of
 * requests of one size, are exact for every distribution of sizes: 1/(μ−λ) and x/(1−ρ). [K2] section 4.4.
 *
 * <p>Percentiles are those of exponential sizes, computed as in {@link FlowStation}: exact for M/M/1-PS, too high for
 * sizes that vary less.
 *
 * @param arrivalsPerMs λ, 0 or more
 * @param servicePerMs μ, above 0: how many requests it can do, one at a time
 */
public record Mg1Ps(double arrivalsPerMs, double servicePerMs) implements QueueModel {

    public Mg1Ps {
        ArgumentCheck.notNegative("arrivalsPerMs", arrivalsPerMs);
        ArgumentCheck.positive("servicePerMs", servicePerMs);
    }

    @Override
    public double utilizationShare() {
        return arrivalsPerMs / servicePerMs;
    }

    @Override
    public double meanMs() {
        return new Mm1(arrivalsPerMs, servicePerMs).meanMs();
    }

    /** Mean response time of a request that alone would take a time, milliseconds. */
    public double meanMs(double aloneMs) {
        double busy = utilizationShare();
        return busy >= 1 ? Double.POSITIVE_INFINITY : aloneMs / (1 - busy);
    }

    @Override
    public double tailShare(double ms) {
        return utilizationShare() >= 1 ? 1 : sharing().tailShare(ms);
    }

    @Override
    public double percentileMs(double share) {
        return utilizationShare() >= 1 ? Double.POSITIVE_INFINITY : sharing().percentileMs(share);
    }

    FlowStation sharing() {
        return FlowStation.sharing(arrivalsPerMs, new double[] {0, servicePerMs});
    }
}
