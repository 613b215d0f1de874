// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * M/M/1: one server, Poisson arrivals, exponential service times, first come first served. Exact, percentiles too: the
 * response time is exponential with mean 1/(μ−λ). [P2] equations 2.6 to 2.9, [K1] section 3.2.
 *
 * @param arrivalsPerMs λ, 0 or more
 * @param servicePerMs μ, above 0
 */
public record Mm1(double arrivalsPerMs, double servicePerMs) implements QueueModel {

    public Mm1 {
        ArgumentCheck.notNegative("arrivalsPerMs", arrivalsPerMs);
        ArgumentCheck.positive("servicePerMs", servicePerMs);
    }

    /**
     * The paper's M/M/1^k: k such servers, each with its own queue and a k-th of the arrivals, sent there by chance.
     */
    public static Mm1 separate(double arrivalsPerMs, double servicePerMs, int servers) {
        ArgumentCheck.atLeast("servers", 1, servers);
        return new Mm1(arrivalsPerMs / servers, servicePerMs);
    }

    @Override
    public double utilizationShare() {
        return arrivalsPerMs / servicePerMs;
    }

    /** Mean number of requests waiting and served, ρ/(1−ρ). */
    public double inside() {
        double busy = utilizationShare();
        return busy >= 1 ? Double.POSITIVE_INFINITY : busy / (1 - busy);
    }

    @Override
    public double meanMs() {
        return arrivalsPerMs >= servicePerMs ? Double.POSITIVE_INFINITY : 1 / (servicePerMs - arrivalsPerMs);
    }

    @Override
    public double tailShare(double ms) {
        return arrivalsPerMs >= servicePerMs ? 1 : Math.exp(-(servicePerMs - arrivalsPerMs) * Math.max(0, ms));
    }
}
