// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import io.evenkeel.cli.terminal.OptionTitle;
import io.evenkeel.planner.UpperBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the goals that must be kept. */
@OptionTitle("Limits that the plan must keep")
final class GoalOptions {

    @Option(names = "--mean", paramLabel = "TIME", description = "Limit of the mean response time, such as 100ms.")
    private @Nullable Duration mean;

    @Option(names = "--p50", paramLabel = "TIME", description = "Limit of the median response time.")
    private @Nullable Duration p50;

    @Option(
            names = "--p95",
            paramLabel = "TIME",
            description = "Limit of the time that 95 of 100 requests do not exceed.")
    private @Nullable Duration p95;

    @Option(
            names = "--p99",
            paramLabel = "TIME",
            description = "Limit of the time that 99 of 100 requests do not exceed.")
    private @Nullable Duration p99;

    @Option(
            names = "--refused",
            paramLabel = "PERCENT",
            description = "Limit of the requests that are refused, such as 1%% (default with --queue: 0.1%%).")
    private @Nullable String refused;

    List<UpperBound> goals() {
        List<UpperBound> goals = new ArrayList<>();
        add(goals, UpperBound.BoundFigure.MEAN, mean);
        add(goals, UpperBound.BoundFigure.P50, p50);
        add(goals, UpperBound.BoundFigure.P95, p95);
        add(goals, UpperBound.BoundFigure.P99, p99);
        if (refused != null) {
            goals.add(UpperBound.parse("refused<" + refused + (refused.endsWith("%") ? "" : "%")));
        }
        return goals;
    }

    private static void add(List<UpperBound> goals, UpperBound.BoundFigure figure, @Nullable Duration limit) {
        if (limit != null) {
            goals.add(new UpperBound(figure, limit.toNanos() / 1e6));
        }
    }
}
