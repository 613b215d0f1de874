// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import java.util.Arrays;
import java.util.List;

/**
 * What a run came to; times are from arrival to end, measured tasks only.
 *
 * @param throughputPerS tasks ended per second of virtual time
 * @param perNode measured tasks of each node, slot 0 first
 */
public record Report(double throughputPerS, double meanMs, double p50Ms, double p99Ms, List<Integer> perNode) {

    public Report {
        perNode = List.copyOf(perNode);
    }

    static Report of(double[] elapsedMs, int[] perNode, double lastedS) {
        double sum = 0;
        for (double each : elapsedMs) {
            sum += each;
        }
        double[] sorted = elapsedMs.clone();
        Arrays.sort(sorted);
        return new Report(
                elapsedMs.length / lastedS,
                sum / elapsedMs.length,
                quantile(sorted, 0.5),
                quantile(sorted, 0.99),
                Arrays.stream(perNode).boxed().toList());
    }

    /** The least value that at least this share of all does not exceed. */
    private static double quantile(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}
