// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A published experiment that can be repeated: its cells, the way they are run, and the paper's results.
 *
 * <p>One class in a package of its own, listed in {@code lab.Experiments}. Stateless: everything that runs is in its
 * {@link Stage}.
 */
public interface Experiment {

    /** The id that users type: {@code jqostd}. */
    String id();

    /** The title, in half a line. */
    String title();

    /** The paper and the place in it: {@code paper 1, chapter 6}. */
    String source();

    /** The question it answers, in one or two sentences. */
    String shows();

    /** The parts of the published experiment that cannot be run yet, a line each; empty when nothing is missing. */
    default List<String> missing() {
        return List.of();
    }

    /** The most users that a choice may ask for. */
    default int mostUsers() {
        return 1000;
    }

    /** All scenarios, in the paper's order. */
    List<ExperimentScenario> scenarios();

    /**
     * The cells of a choice, grouped by scenario in the order of the paper's tables.
     *
     * @throws IllegalArgumentException when the choice names a policy or variant that this experiment cannot run;
     *     the message is for people and says what there is
     */
    List<CellKey> cells(ExperimentChoice choice);

    /**
     * The settings of a choice, in words, by name: ramp, hold, warm-up, servers. Two runs whose settings differ are not
     * put into one result.
     *
     * @return settings in the order in which people read them
     */
    Map<String, String> settings(ExperimentChoice choice);

    /** The columns of its tables, the most important first; {@link #STANDARD} unless the paper has others. */
    default List<Figure> figures() {
        return STANDARD;
    }

    /** The differences from the paper's experiment. */
    List<PaperDifference> differences();

    /** The servers of a scenario, not yet started: this must return at once. */
    Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException;

    /** The paper's figures for a cell; {@link Published#NOTHING} when it has none. */
    Published published(CellKey key);

    /**
     * The published statements held against these results; those about cells that are not there are
     * {@link ClaimVerdict#NOT_RUN} or left out.
     */
    List<Claim> claims(List<CellResult> cells);

    /** The goals for this project's own work, for the cells that are there. */
    default List<Threshold> thresholds(List<CellResult> cells) {
        return List.of();
    }

    /** The simulation of a cell, as the choice has it run here; empty when no scenario of the simulator fits it. */
    default Optional<Simulation> simulation(CellKey key, ExperimentChoice choice) {
        return key.variant().isEmpty() ? Simulation.shipped(key) : Optional.empty();
    }

    /** Tables beside those of the scenarios. */
    default List<ExperimentTable> tables(List<CellResult> cells) {
        return List.of();
    }

    /** The figures that every experiment has. */
    List<Figure> STANDARD = List.of(
            Figure.count(Measurement.REQUESTS, "requests"),
            Figure.count(Measurement.FAILURES, "failed"),
            Figure.mean(Measurement.THROUGHPUT, "answers/s", 1),
            Figure.mean(Measurement.MEAN, "mean ms", 1),
            Figure.mean(Measurement.P50, "p50 ms", 1),
            Figure.mean(Measurement.P99, "p99 ms", 1));
}
