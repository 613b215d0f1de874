// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The requests and times of a load in a period.
 *
 * @param requests that are over, one way or the other
 * @param failures of them
 * @param failuresByKind kinds that occurred
 * @param reasons sentence about the first failure of a kind, where more was known than the kind
 * @param nodes by name, sorted; a request without an answer belongs to no node
 * @param sessions that ended in the period
 */
public record LoadSummary(
        long requests,
        long failures,
        Map<FailureKind, Long> failuresByKind,
        Map<FailureKind, String> reasons,
        AnswerTimes latencies,
        Map<String, NodeAnswers> nodes,
        Curves curves,
        UserSessions sessions) {

    /** A report without curves, reasons and sessions. */
    public LoadSummary(
            long requests,
            long failures,
            Map<FailureKind, Long> failuresByKind,
            AnswerTimes latencies,
            Map<String, NodeAnswers> nodes) {
        this(requests, failures, failuresByKind, Map.of(), latencies, nodes, Curves.none(), UserSessions.none());
    }

    /**
     * Times from the moment the request was meant to be sent to the last byte of the answer, ms; connecting is part of
     * it. In a closed load that is the end of the user's think time. All 0 when there is no answer yet.
     */
    public record AnswerTimes(double meanMs, double p50Ms, double p99Ms, double maxMs) {}

    /** The answers of one node. */
    public record NodeAnswers(long requests, long failures, AnswerTimes latencies) {}

    /**
     * All the times, and how well the load kept its own schedule.
     *
     * @param latencyUs from the moment a request was meant to be sent to the end of its answer; a copy
     * @param fromSentUs from the moment it was sent; a copy
     * @param late requests that the generator itself sent more than 1 ms after they were due
     * @param worstLateNs the worst of it
     * @param waited arrivals that found no free connection and waited for one
     * @param bodyBytes octets in the bodies of answers
     */
    public record Curves(
            Histogram latencyUs, Histogram fromSentUs, long late, long worstLateNs, long waited, long bodyBytes) {

        static Curves none() {
            return new Curves(new Histogram(3), new Histogram(3), 0, 0, 0, 0);
        }
    }
}
