// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.scenario.file.ScenarioFile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scenarios and policies to be compared.
 *
 * @param scenarios scenarios with the users that they are to be run with
 * @param policies policies for all scenarios; empty when each has its own
 * @param seeds runs of each policy in each scenario
 * @param firstSeed first seed; the others count up from it
 * @param threads number of threads that simulate
 */
public record Study(
        List<ScenarioFile> scenarios, List<StudiedPolicy> policies, int seeds, long firstSeed, int threads) {

    /** Hears how far a study is; called by the threads that simulate. */
    @FunctionalInterface
    public interface ProgressListener {

        /** One more simulation is done. */
        void done(int runs, int of);
    }

    public Study {
        scenarios = List.copyOf(scenarios);
        policies = List.copyOf(policies);
        if (seeds < 1 || threads < 1) {
            throw new IllegalArgumentException("a study needs at least one seed and one thread");
        }
    }

    /**
     * Runs everything; the cells are in the order of scenarios and policies.
     *
     * @throws IllegalArgumentException when a policy named in a scenario's file does not exist
     * @throws InterruptedException when the thread was interrupted; then runs that have not begun do not begin
     */
    public List<Cell> run(ProgressListener progress) throws InterruptedException {
        return run(new SimulatorEngine(), progress);
    }

    /**
     * Looks at the policies that the scenarios' files name, in their goals and among those told weights or without
     * affinity too, before anything runs.
     *
     * @throws IllegalArgumentException when one does not exist, or there is nothing to run
     */
    public void check(PolicyCatalog catalog) {
        for (ScenarioFile file : scenarios) {
            List<String> words = new ArrayList<>(policies.isEmpty() ? file.policies() : List.of());
            file.goals().forEach(goal -> words.add(goal.policy()));
            List<String> weighted = file.weighted();
            if (weighted != null) {
                words.addAll(weighted);
            }
            words.addAll(file.withoutAffinity());
            try {
                words.forEach(word -> StudiedPolicy.parse(word, catalog));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "scenario '" + file.scenario().name() + "': " + e.getMessage(), e);
            }
            policiesOf(file, catalog);
        }
    }

    List<Cell> run(StudyEngine engine, ProgressListener progress) throws InterruptedException {
        PolicyCatalog catalog = PolicyCatalog.load();
        List<ScenarioRuns> blocks = scenarios.stream()
                .map(file -> new ScenarioRuns(file, policiesOf(file, catalog)))
                .toList();
        int all = blocks.stream().mapToInt(block -> block.runs(seeds)).sum();
        AtomicInteger done = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (ScenarioRuns block : blocks) {
                block.start(engine, firstSeed, seeds, pool, () -> progress.done(done.incrementAndGet(), all));
            }
            List<Cell> cells = new ArrayList<>();
            for (ScenarioRuns block : blocks) {
                cells.addAll(block.cells());
            }
            return cells;
        } finally {
            pool.shutdownNow();
        }
    }

    /** Those that a scenario is run with: the study's, or its own when the study has none. */
    List<StudiedPolicy> policiesOf(ScenarioFile file, PolicyCatalog catalog) {
        if (!policies.isEmpty()) {
            return policies;
        }
        if (file.policies().isEmpty()) {
            throw new IllegalArgumentException("scenario '" + file.scenario().name()
                    + "' names no policies; give some, or add 'policies: [round-robin, headroom]' to its file");
        }
        return file.policies().stream()
                .map(text -> StudiedPolicy.parse(text, catalog))
                .toList();
    }
}
