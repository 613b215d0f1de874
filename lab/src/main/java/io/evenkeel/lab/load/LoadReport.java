// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.util.Map;

/**
 * What a load has seen so far.
 *
 * @param requests that are over, one way or the other
 * @param failures of them
 * @param failuresByKind kinds that occurred
 * @param nodes by name, sorted; a request without an answer belongs to no node
 */
public record LoadReport(
        long requests,
        long failures,
        Map<FailureKind, Long> failuresByKind,
        Latencies latencies,
        Map<String, NodeFigures> nodes) {

    /**
     * Times from the first byte sent, or from connecting, to the last byte of the answer, ms. All 0 when there is no answer yet.
     */
    public record Latencies(double meanMs, double p50Ms, double p99Ms, double maxMs) {}

    /** What one node answered. */
    public record NodeFigures(long requests, long failures, Latencies latencies) {}
}
