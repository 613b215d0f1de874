// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.load.FailureKind;
import io.evenkeel.lab.load.LoadReport;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the users saw in one run.
 *
 * @param lastWeight weight of the last node; the others have 1
 * @param wayUp while users arrived
 * @param hold while all were there
 * @param holdSeconds length of that
 * @param sampleAgeMs median age of each node's samples in that time
 * @param failed the first failed requests, as lines of the dispatcher's access log
 */
public record Run(
        Scenario scenario,
        String policy,
        int repeat,
        double lastWeight,
        LoadReport wayUp,
        LoadReport hold,
        double holdSeconds,
        Map<String, Double> sampleAgeMs,
        List<String> failed) {

    /** The same run with its failed requests. */
    Run with(List<String> lines) {
        return new Run(scenario, policy, repeat, lastWeight, wayUp, hold, holdSeconds, sampleAgeMs, lines);
    }

    public long requests() {
        return wayUp.requests() + hold.requests();
    }

    /** Requests that failed, on the way up too. */
    public long failures() {
        return wayUp.failures() + hold.failures();
    }

    public Map<FailureKind, Long> failuresByKind() {
        Map<FailureKind, Long> kinds = new EnumMap<>(FailureKind.class);
        kinds.putAll(wayUp.failuresByKind());
        hold.failuresByKind().forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
        return kinds;
    }

    /** Good answers a second while all users were there. */
    public double throughputPerSecond() {
        return (hold.requests() - hold.failures()) / holdSeconds;
    }
}
