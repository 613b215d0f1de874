// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Something an experiment must show, and whether it does.
 *
 * @param says the goal and the figure that was measured, as one line
 */
public record Goal(Scenario scenario, String says, boolean held) {

    /** Policies that must not fail a request, whatever the third server lacks. */
    private static final Set<String> UNFAILING = Set.of("headroom", "jqostd-v1");

    private static final String OURS = "headroom";

    /** Share of the hand-weighted throughput that ours must reach without weights. */
    private static final double LEAST_SHARE = 0.98;

    /** The goals that these cells decide. */
    static List<Goal> of(List<Cell> cells) {
        List<Goal> goals = new ArrayList<>();
        for (Cell cell : cells) {
            if (UNFAILING.contains(cell.policy())) {
                goals.add(new Goal(
                        cell.scenario(),
                        "%s fails no request: %d of %d failed"
                                .formatted(cell.policy(), cell.failures(), cell.requests()),
                        cell.failures() == 0));
            }
            if (cell.policy().equals(OURS)) {
                byHand(cells, cell.scenario()).ifPresent(best -> {
                    double share = cell.throughputPerSecond() / best.throughputPerSecond();
                    goals.add(new Goal(
                            cell.scenario(),
                            String.format(
                                    Locale.ROOT,
                                    "%s reaches %.2f of the throughput of the best hand-set weights: %.3f",
                                    OURS,
                                    LEAST_SHARE,
                                    share),
                            share >= LEAST_SHARE));
                });
            }
        }
        return goals;
    }

    private static Optional<Cell> byHand(List<Cell> cells, Scenario scenario) {
        return cells.stream()
                .filter(cell ->
                        cell.scenario().equals(scenario) && cell.policy().equals(Jqostd.BY_HAND))
                .findFirst();
    }
}
