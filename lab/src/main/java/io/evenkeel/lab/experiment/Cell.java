// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.load.FailureKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A policy in a scenario: the figures of all its runs together. Counts are sums; rates and times are the medians of the runs'.
 *
 * @param lastWeight weight of the last node, the others having 1
 * @param failureShare failed requests, 0 to 1
 * @param throughputPerSecond good answers while all users were there
 * @param shares of the answers by node, 0 to 1
 * @param sampleAgeMs of the samples that the dispatcher knew a node by, by node
 * @param published what the paper's table says; null when it does not have this cell
 */
public record Cell(
        Scenario scenario,
        int users,
        String policy,
        int runs,
        double lastWeight,
        long requests,
        long failures,
        Map<FailureKind, Long> failuresByKind,
        double failureShare,
        double throughputPerSecond,
        double meanMs,
        double p50Ms,
        double p99Ms,
        Map<String, Double> shares,
        Map<String, Double> sampleAgeMs,
        @Nullable Published published) {

    /**
     * Sums up.
     *
     * @param runs of the same policy in the same scenario; at least one
     */
    static Cell of(List<Run> runs, int users, @Nullable Published published) {
        Run any = runs.get(0);
        long requests = runs.stream().mapToLong(Run::requests).sum();
        long failures = runs.stream().mapToLong(Run::failures).sum();
        Map<FailureKind, Long> kinds = new EnumMap<>(FailureKind.class);
        runs.forEach(run -> run.failuresByKind().forEach((kind, count) -> kinds.merge(kind, count, Long::sum)));
        return new Cell(
                any.scenario(),
                users,
                any.policy(),
                runs.size(),
                any.lastWeight(),
                requests,
                failures,
                kinds,
                requests == 0 ? 0 : (double) failures / requests,
                median(runs, Run::throughputPerSecond),
                median(runs, run -> run.hold().latencies().meanMs()),
                median(runs, run -> run.hold().latencies().p50Ms()),
                median(runs, run -> run.hold().latencies().p99Ms()),
                shares(runs),
                ages(runs),
                published);
    }

    private static Map<String, Double> shares(List<Run> runs) {
        Map<String, Long> answers = new LinkedHashMap<>();
        runs.forEach(run ->
                run.hold().nodes().forEach((node, figures) -> answers.merge(node, figures.requests(), Long::sum)));
        long all = answers.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> shares = new LinkedHashMap<>();
        answers.forEach((node, count) -> shares.put(node, (double) count / all));
        return shares;
    }

    private static Map<String, Double> ages(List<Run> runs) {
        Map<String, List<Double>> agesMs = new LinkedHashMap<>();
        runs.forEach(run -> run.sampleAgeMs()
                .forEach((node, age) ->
                        agesMs.computeIfAbsent(node, name -> new ArrayList<>()).add(age)));
        Map<String, Double> medians = new LinkedHashMap<>();
        agesMs.forEach((node, ages) -> medians.put(node, Medians.of(ages)));
        return medians;
    }

    private static double median(List<Run> runs, Function<Run, Double> figure) {
        return Medians.of(runs.stream().map(figure).toList());
    }

    /**
     * Whether this run says the same as the paper about the one thing that carries over to another machine: does the policy fail requests?
     * Null when the paper does not have the cell.
     */
    public @Nullable Verdict verdict() {
        if (published == null) {
            return null;
        }
        return (failures > 0) == (published.failures() > 0) ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED;
    }

    /** A published claim beside ours. */
    public enum Verdict {
        /** Both fail requests, or neither does. */
        REPRODUCED,
        /** One of the two fails requests. */
        NOT_REPRODUCED
    }
}
