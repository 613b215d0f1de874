// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * M/M/k: k servers behind one queue, Poisson arrivals, exponential service times, first come first served. Exact,
 * percentiles too: a request waits with probability C (Erlang), then for an exponential time of rate kμ−λ, then it
 * is served. [P2] equations 2.10 to 2.16, [K1] section 3.5, [A] section 5.2.
 *
 * @param arrivalsPerMs λ of all servers together, 0 or more
 * @param servicePerMs μ of one server, above 0
 * @param servers k, 1 or more
 */
public record Mmk(double arrivalsPerMs, double servicePerMs, int servers) implements QueueModel {

    public Mmk {
        ArgumentCheck.notNegative("arrivalsPerMs", arrivalsPerMs);
        ArgumentCheck.positive("servicePerMs", servicePerMs);
        ArgumentCheck.atLeast("servers", 1, servers);
    }

    @Override
    public double utilizationShare() {
        return arrivalsPerMs / (servers * servicePerMs);
    }

    /** Share of the requests that wait, the paper's κ. */
    public double waitShare() {
        return Erlang.waitShare(servers, arrivalsPerMs / servicePerMs);
    }

    /** Mean time in the queue, of all requests, milliseconds. */
    public double waitMs() {
        double spare = sparePerMs();
        return spare <= 0 ? Double.POSITIVE_INFINITY : waitShare() / spare;
    }

    /** Mean number of requests waiting and served. */
    public double inside() {
        return arrivalsPerMs == 0 ? 0 : arrivalsPerMs * meanMs();
    }

    @Override
    public double meanMs() {
        return waitMs() + 1 / servicePerMs;
    }

    @Override
    public double tailShare(double ms) {
        double t = Math.max(0, ms);
        double spare = sparePerMs();
        if (spare <= 0) {
            return 1;
        }
        double waiting = waitShare();
        double served = Math.exp(-servicePerMs * t);
        double apart = spare - servicePerMs;
        double both = Math.abs(apart) * t < 1e-6
                ? (1 + servicePerMs * t) * served
                : served + servicePerMs * (served - Math.exp(-spare * t)) / apart;
        return (1 - waiting) * served + waiting * both;
    }

    private double sparePerMs() {
        return servers * servicePerMs - arrivalsPerMs;
    }
}
