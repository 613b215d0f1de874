// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.WorkModel;

/**
 * The expected time of a request in a server, given the number of requests in it.
 *
 * <p>Without a JDBC pool: cores are shared equally, {@code cpu * max(1, n / free cores)}. With one: a closed network of
 * n requests, at most as many as there are workers, between cores and connections, {@code n / X(n)} by convolution of
 * the two stations' product form. Requests are taken for the mean of all kinds. Collections are left out.
 *
 * <p>Source: J. Buzen, "Computational algorithms for closed queueing networks with exponential servers", CACM 16(9),
 * 1973.
 */
final class ExpectedDelay {

    private static final int MOST_WORKERS = 1000;

    private final ServerGroup group;
    private final double cpuMs;
    private final double jdbcMs;
    private final double keptMs;
    /** Mean time between two ends with 1, 2, … requests at work; empty without a pool. */
    private final double[] betweenEndsMs;

    ExpectedDelay(ServerGroup group, WorkModel work) {
        this.group = group;
        cpuMs = work.meanCpuMs() / group.speed();
        jdbcMs = work.meanJdbcMs();
        keptMs = work.meanKeptMs();
        boolean pooled = group.jdbc() > 0 && jdbcMs > 0;
        betweenEndsMs = new double[pooled ? Math.min(MOST_WORKERS, group.workers()) + 1 : 0];
        for (int n = 1; n < betweenEndsMs.length; n++) {
            betweenEndsMs[n] = betweenEnds(n);
        }
    }

    /**
     * The expected time of one of a number of requests, milliseconds.
     *
     * @param requests number of requests in the server, at least 1
     * @param freeCores cores that no neighbour takes now
     * @param slowness factor by which processor time is longer now, at least 1.0; with a pool it is taken for that
     *     of the whole request
     */
    double ms(int requests, double freeCores, double slowness) {
        if (betweenEndsMs.length == 0) {
            double computing = Math.min(requests, group.workers());
            double aloneMs = slowness * cpuMs * Math.max(1, computing / freeCores) + jdbcMs + keptMs;
            return aloneMs * Math.max(1, requests / computing);
        }
        int atWork = Math.min(requests, betweenEndsMs.length - 1);
        return slowness * requests * betweenEndsMs[atWork] * group.cores() / freeCores;
    }

    /** Mean over how many of n compute; weights are logarithms. */
    private double betweenEnds(int n) {
        double[] weights = new double[n + 1];
        double largest = Double.NEGATIVE_INFINITY;
        for (int computing = 0; computing <= n; computing++) {
            weights[computing] =
                    station(cpuMs, group.cores(), computing) + station(jdbcMs, group.jdbc(), n - computing);
            largest = Math.max(largest, weights[computing]);
        }
        double all = 0;
        double ends = 0;
        for (int computing = 0; computing <= n; computing++) {
            double share = Math.exp(weights[computing] - largest);
            all += share;
            ends += share * Math.min(computing, group.cores()) / cpuMs;
        }
        return all / ends;
    }

    /** Logarithm of the weight of a number of requests at a station with a number of places. */
    private static double station(double ms, int places, int requests) {
        double log = 0;
        for (int k = 1; k <= requests; k++) {
            log += Math.log(ms / Math.min(k, places));
        }
        return log;
    }
}
