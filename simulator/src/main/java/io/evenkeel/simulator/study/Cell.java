// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import java.util.List;

/**
 * The results of a policy in a scenario with a number of users, over all seeds. All figures are of the measured time,
 * without ramps and warm-up; times are of requests that succeeded.
 *
 * @param users users of a closed load; 0 when the load is open
 * @param policy policy as it was asked for
 * @param seeds number of runs in it
 * @param requests requests of all runs together
 * @param failures failures of all runs together
 * @param failureShare failed requests of all, 0 to 1
 * @param throughputPerSecond good answers
 * @param oracleThroughputPerSecond throughput of the better oracle for each seed, mean
 * @param oracleP99Ms 99th percentile of the better oracle for each seed, mean
 * @param throughputOfOracle seed by seed, 1 when the policy is as good
 * @param p99OfOracle seed by seed, 1 when the policy is as good
 * @param sessionsPerSecond sessions that came to their end
 * @param brokenPerSecond sessions that ended with a failure
 * @param refusedPerSecond sessions that were refused at their beginning
 * @param shares shares of the answers by node, 0 to 1; means over seeds
 * @param verdicts verdicts on the goals that are about this policy
 */
public record Cell(
        String scenario,
        int users,
        String policy,
        int seeds,
        long requests,
        long failures,
        Estimate failureShare,
        Estimate throughputPerSecond,
        Estimate meanMs,
        Estimate p50Ms,
        Estimate p99Ms,
        Estimate p999Ms,
        double oracleThroughputPerSecond,
        double oracleP99Ms,
        Estimate throughputOfOracle,
        Estimate p99OfOracle,
        Estimate sessionsPerSecond,
        Estimate brokenPerSecond,
        Estimate refusedPerSecond,
        List<Double> shares,
        List<GoalVerdict> verdicts) {

    public Cell {
        shares = List.copyOf(shares);
        verdicts = List.copyOf(verdicts);
    }

    /** True when no goal was missed. */
    public boolean isHeld() {
        return verdicts.stream().allMatch(GoalVerdict::isHeld);
    }
}
