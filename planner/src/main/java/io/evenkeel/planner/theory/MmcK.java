// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * M/M/c/K: c workers, room for K requests waiting and served; a request that finds it full is refused. Exact; K = c is
 * Erlang's B. [K1] section 3.7, [A] section 5.2. It has a steady state at every load.
 *
 * @param arrivalsPerMs λ, refused ones included, 0 or more
 * @param servicePerMs μ of one worker, above 0
 * @param workers c, 1 or more
 * @param room K, c or more
 */
public record MmcK(double arrivalsPerMs, double servicePerMs, int workers, int room) implements QueueModel {

    public MmcK {
        ArgumentCheck.notNegative("arrivalsPerMs", arrivalsPerMs);
        ArgumentCheck.positive("servicePerMs", servicePerMs);
        ArgumentCheck.atLeast("workers", 1, workers);
        ArgumentCheck.atLeast("room", workers, room);
    }

    FlowStation station() {
        double[] rates = new double[workers + 1];
        for (int n = 1; n <= workers; n++) {
            rates[n] = n * servicePerMs;
        }
        return FlowStation.open(arrivalsPerMs, rates, workers, room);
    }

    /** λ/(cμ), refused ones included; may be above 1. */
    @Override
    public double utilizationShare() {
        return arrivalsPerMs / (workers * servicePerMs);
    }

    @Override
    public double refusedShare() {
        return station().refusedShare();
    }

    /** Mean number of requests waiting and served. */
    public double inside() {
        return station().inside();
    }

    /** The mean of the requests that were not refused. */
    @Override
    public double meanMs() {
        return station().meanMs();
    }

    /** The share of the requests that were not refused. */
    @Override
    public double tailShare(double ms) {
        return station().tailShare(ms);
    }

    @Override
    public double percentileMs(double share) {
        return station().percentileMs(share);
    }
}
