// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import java.util.List;

/**
 * The figures that a study keeps of one run. All are of the measured time, without ramps and warm-up; times are of
 * requests that succeeded.
 *
 * @param failureShare share of failed requests, 0 to 1
 * @param sessionsPerSecond sessions that came to their end
 * @param brokenPerSecond sessions that ended with a failure
 * @param refusedPerSecond sessions that were refused at their beginning
 * @param shares shares of the answers by node, 0 to 1
 */
record RunFigures(
        long requests,
        long failures,
        double failureShare,
        double throughputPerSecond,
        double meanMs,
        double p50Ms,
        double p99Ms,
        double p999Ms,
        double sessionsPerSecond,
        double brokenPerSecond,
        double refusedPerSecond,
        List<Double> shares) {}
