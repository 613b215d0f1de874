// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The results of a run. Requests count when they end in the measured time; times are from a client's request to its
 * answer, of answered requests.
 *
 * @param scenario its name
 * @param chooser the policy's or the oracle's name
 * @param requests requests that ended, answered or not
 * @param failures failures among these: refused, failed, given up
 * @param failuresEver failures in the whole run, ramps and warm-up included
 * @param throughputPerSecond answered requests
 * @param latenciesUs times of answered requests, microseconds
 * @param sessionsDone sessions that came to their end
 * @param sessionsBroken sessions that ended with a failure
 * @param sessionsRefused sessions that were refused at their beginning
 * @param retries requests that were given to a second node, in the whole run
 * @param nodes results of the nodes, by slot
 * @param virtualS length of the whole run in virtual time
 */
public record Run(
        String scenario,
        String chooser,
        long seed,
        long requests,
        long failures,
        long failuresEver,
        double throughputPerSecond,
        double meanMs,
        Histogram latenciesUs,
        long sessionsDone,
        long sessionsBroken,
        long sessionsRefused,
        long retries,
        List<NodeRun> nodes,
        RunSeries series,
        LittlesLaw law,
        double virtualS) {

    public Run {
        nodes = List.copyOf(nodes);
    }

    /** Failures of all requests, 0.0 to 1.0; 0.0 when there was none. */
    public double failureShare() {
        return requests == 0 ? 0 : (double) failures / requests;
    }

    /** Half of the answers took no longer. */
    public double p50Ms() {
        return quantileMs(50);
    }

    /** 99 % of the answers took no longer. */
    public double p99Ms() {
        return quantileMs(99);
    }

    /** 99.9 % of the answers took no longer. */
    public double p999Ms() {
        return quantileMs(99.9);
    }

    private double quantileMs(double percent) {
        return latenciesUs.getTotalCount() == 0 ? Double.NaN : latenciesUs.getValueAtPercentile(percent) / 1e3;
    }
}
