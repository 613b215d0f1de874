// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.load.Ramp;
import io.evenkeel.lab.server.StartFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The experiment under way: scenario after scenario, and in each the policies in turn, as often as asked.
 *
 * <p>For one thread and one use; {@link #close} may come from any thread at any time, stops every process and makes {@link #run} fail.
 */
public final class Experiment implements AutoCloseable {

    private static final String ANY = "round-robin";

    private final ExperimentPlan plan;
    private final Consumer<String> talk;
    private final List<Run> runs = new ArrayList<>();
    private final Object lock = new Object();
    private @Nullable Rig rig;
    private boolean isClosed;

    /**
     * An experiment that has not begun.
     *
     * @param talk is told how it goes, a line at a time
     */
    public Experiment(ExperimentPlan plan, Consumer<String> talk) {
        this.plan = plan;
        this.talk = talk;
    }

    /** Runs all of it. */
    public Result run() throws ExperimentException, InterruptedException {
        for (Scenario scenario : plan.scenarios()) {
            run(scenario);
        }
        List<Cell> cells = new ArrayList<>();
        for (Scenario scenario : plan.scenarios()) {
            for (String policy : plan.policies()) {
                List<Run> own = runs.stream()
                        .filter(run ->
                                run.scenario().equals(scenario) && run.policy().equals(policy))
                        .toList();
                cells.add(Cell.of(own, plan.users(), Jqostd.published(scenario.name(), policy)));
            }
        }
        return new Result(cells, runs, Goal.of(cells));
    }

    private void run(Scenario scenario) throws ExperimentException, InterruptedException {
        try {
            Rig servers = fresh(scenario);
            double best = plan.policies().contains(Jqostd.BY_HAND) ? bestWeight(servers) : 1;
            for (int repeat = 0; repeat < plan.repeats(); repeat++) {
                for (String policy : plan.order(repeat)) {
                    if (plan.pace().freshServers()) {
                        servers = fresh(scenario);
                    }
                    double weight = policy.equals(Jqostd.BY_HAND) ? best : 1;
                    Run run = servers.run(
                            policy,
                            repeat,
                            weight,
                            plan.users(),
                            plan.pace().ramp(),
                            plan.pace().hold(),
                            plan.seed() + repeat);
                    runs.add(run);
                    say(run, policy + ", run " + (repeat + 1) + " of " + plan.repeats());
                }
            }
        } finally {
            stopServers();
        }
    }

    private double bestWeight(Rig servers) throws ExperimentException, InterruptedException {
        if (servers.scenario().isEven()) {
            return 1;
        }
        double best = WeightSearch.best(weight -> {
            Run run = servers.run(
                    Jqostd.BY_HAND,
                    0,
                    weight,
                    plan.users(),
                    Pace.TRIAL_RAMP,
                    plan.pace().trial(),
                    plan.seed());
            say(run, "trial of 1:1:" + weight);
            return run;
        });
        talk.accept(servers.scenario().name() + ": the best weights are 1:1:" + best);
        return best;
    }

    private void say(Run run, String what) {
        talk.accept(String.format(
                Locale.ROOT,
                "%s: %s: %d requests, %d failures%s, %.0f/s, p99 %.0f ms",
                run.scenario().name(),
                what,
                run.requests(),
                run.failures(),
                run.failures() == 0 ? "" : " " + run.failuresByKind(),
                run.throughputPerSecond(),
                run.hold().latencies().p99Ms()));
    }

    /** New servers instead of those before, warm. */
    private Rig fresh(Scenario scenario) throws ExperimentException, InterruptedException {
        stopServers();
        try {
            Rig started = new Rig(scenario, Jqostd.ROUND_TRIP);
            synchronized (lock) {
                if (isClosed) {
                    throw new ExperimentException("stopped", null);
                }
                rig = started;
            }
            talk.accept(scenario.name() + ": starting servers; " + scenario.what());
            started.start(Jqostd.WORK);
            started.run(ANY, 0, 1, plan.users(), Ramp.NONE, plan.pace().warmUp(), plan.seed());
            return started;
        } catch (StartFailedException e) {
            throw new ExperimentException("no servers: " + e.getMessage(), e);
        }
    }

    private void stopServers() {
        Rig running;
        synchronized (lock) {
            running = rig;
            rig = null;
        }
        if (running != null) {
            running.close();
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        stopServers();
    }
}
