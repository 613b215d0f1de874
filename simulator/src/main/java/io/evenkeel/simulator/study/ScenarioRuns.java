// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFile;
import io.evenkeel.simulator.scenario.file.ScenarioGoal;
import io.evenkeel.simulator.study.StudyEngine.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** All runs of one scenario: its oracles once for each seed, and each policy with each seed. One thread. */
final class ScenarioRuns {

    private final ScenarioFile file;
    private final List<StudiedPolicy> policies;
    private final List<Future<Reference>> references = new ArrayList<>();
    /** Runs by policy, then by seed. */
    private final List<List<Future<RunFigures>>> runs = new ArrayList<>();

    ScenarioRuns(ScenarioFile file, List<StudiedPolicy> policies) {
        this.file = file;
        this.policies = policies;
    }

    int runs(int seeds) {
        return (policies.size() + 1) * seeds;
    }

    void start(StudyEngine engine, long firstSeed, int seeds, ExecutorService pool, Runnable done) {
        Scenario scenario = file.scenario();
        for (int i = 0; i < seeds; i++) {
            long seed = firstSeed + i;
            references.add(pool.submit(noted(() -> engine.reference(scenario, seed), done)));
        }
        for (StudiedPolicy policy : policies) {
            Scenario whole = file.scenarioFor(policy.chooser().name());
            Scenario shown = policy.admits() ? whole.admitting() : whole;
            List<Future<RunFigures>> ofPolicy = new ArrayList<>();
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                ofPolicy.add(pool.submit(noted(() -> engine.run(shown, policy, seed), done)));
            }
            runs.add(ofPolicy);
        }
    }

    private static <T> Callable<T> noted(Callable<T> run, Runnable done) {
        return () -> {
            T result = run.call();
            done.run();
            return result;
        };
    }

    /** Waits for the runs. */
    List<Cell> cells() throws InterruptedException {
        List<Reference> oracles = results(references);
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            cells.add(cell(policies.get(i), results(runs.get(i)), oracles));
        }
        return cells;
    }

    private Cell cell(StudiedPolicy policy, List<RunFigures> figures, List<Reference> oracles) {
        Estimate failureShare = estimate(figures, RunFigures::failureShare);
        Estimate throughput = ratios(
                figures.stream().mapToDouble(RunFigures::throughputPerSecond).toArray(),
                oracles.stream().mapToDouble(Reference::throughputPerSecond).toArray());
        Estimate p99 = ratios(
                figures.stream().mapToDouble(RunFigures::p99Ms).toArray(),
                oracles.stream().mapToDouble(Reference::p99Ms).toArray());
        List<GoalVerdict> verdicts = new ArrayList<>();
        for (ScenarioGoal goal : file.goals()) {
            // with other parameters it is another policy, about which nothing was promised
            if (goal.policy().equals(policy.written())) {
                verdicts.add(new GoalVerdict(
                        goal,
                        switch (goal.figure()) {
                            case FAILURES -> failureShare.mean();
                            case THROUGHPUT -> throughput.mean();
                            case P99 -> p99.mean();
                        }));
            }
        }
        return new Cell(
                file.scenario().name(),
                file.scenario().users(),
                policy.written(),
                figures.size(),
                figures.stream().mapToLong(RunFigures::requests).sum(),
                figures.stream().mapToLong(RunFigures::failures).sum(),
                failureShare,
                estimate(figures, RunFigures::throughputPerSecond),
                estimate(figures, RunFigures::meanMs),
                estimate(figures, RunFigures::p50Ms),
                estimate(figures, RunFigures::p99Ms),
                estimate(figures, RunFigures::p999Ms),
                estimate(oracles, Reference::throughputPerSecond).mean(),
                estimate(oracles, Reference::p99Ms).mean(),
                throughput,
                p99,
                estimate(figures, RunFigures::sessionsPerSecond),
                estimate(figures, RunFigures::brokenPerSecond),
                estimate(figures, RunFigures::refusedPerSecond),
                shares(figures),
                verdicts);
    }

    private List<Double> shares(List<RunFigures> figures) {
        return IntStream.range(0, file.scenario().nodes())
                .mapToObj(
                        slot -> estimate(figures, run -> run.shares().get(slot)).mean())
                .toList();
    }

    private static <T> Estimate estimate(List<T> runs, ToDoubleFunction<T> figure) {
        return Estimate.of(runs.stream().mapToDouble(figure).toArray());
    }

    private static Estimate ratios(double[] ours, double[] theirs) {
        return Estimate.of(IntStream.range(0, ours.length)
                .mapToDouble(i -> ours[i] / theirs[i])
                .toArray());
    }

    private static <T> List<T> results(List<Future<T>> futures) throws InterruptedException {
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException known) {
                    throw known;
                }
                throw new IllegalStateException(e.getCause());
            }
        }
        return results;
    }
}
