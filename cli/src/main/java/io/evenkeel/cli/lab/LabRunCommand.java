// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.run.Signals;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentPlan;
import io.evenkeel.lab.experiment.Jqostd;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Result;
import io.evenkeel.lab.experiment.Scenario;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel lab run}: an experiment on real servers, to its table. */
@Command(
        name = "run",
        description = "Run an experiment on real servers; ends with 99 when it does not show what it must.",
        mixinStandardHelpOptions = true)
final class LabRunCommand implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "The experiment, as 'lab list' names it: " + Jqostd.ID + ".")
    private String id = Jqostd.ID;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description = "Only these scenarios, such as heap or jqostd-heap (default: all).")
    private List<String> scenarios = List.of();

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            split = ",",
            description = "Compare these policies (default: those that the experiment's goals are about).")
    private List<String> policies = List.of();

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "30",
            description = "People who ask again as soon as they have an answer (default: ${DEFAULT-VALUE}).")
    private int users = Jqostd.USERS;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs of each policy in each scenario (default: ${DEFAULT-VALUE}).")
    private int repeats = 1;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of what the people do (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write cells.json, cells.csv, runs.csv, failures.jsonl and table.md into this folder, made if need be.")
    private @Nullable Path folder;

    @Option(names = "--quick", description = "Runs of seconds on servers that stay (default).")
    private boolean isQuick;

    @Option(names = "--full", description = "The paper's times, and new servers for every run.")
    private boolean isFull;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    private volatile boolean isStopped;

    @Override
    public Integer call() throws InterruptedException {
        ExperimentPlan plan = plan();
        PrintWriter err = spec.commandLine().getErr();
        try (Experiment experiment = new Experiment(plan, line -> err.println("evenkeel: " + line))) {
            Signals.on("INT", () -> stop(experiment));
            Signals.on("TERM", () -> stop(experiment));
            Result result = experiment.run();
            LabTable table = new LabTable(result);
            if (folder != null) {
                table.write(folder);
            }
            table.print(spec.commandLine().getOut(), output.format());
            table.goals()
                    .forEach(goal -> (output.format() == OutputFormat.TABLE
                                    ? spec.commandLine().getOut()
                                    : err)
                            .println(goal));
            return result.isHeld() ? ExitCode.OK : ExitCode.THRESHOLD;
        } catch (ExperimentException | IOException e) {
            throw CommandException.failed(
                    isStopped ? "the experiment was stopped" : "the experiment cannot go on: " + e.getMessage());
        }
    }

    /** First time: stops everything in order. Second time: at once; the servers notice and end too. */
    private void stop(Experiment experiment) {
        if (isStopped) {
            Runtime.getRuntime().halt(ExitCode.FAILED);
        }
        isStopped = true;
        experiment.close();
    }

    private ExperimentPlan plan() {
        if (!id.equals(Jqostd.ID)) {
            throw refused("there is no experiment '" + id + "'; there is: " + Jqostd.ID);
        }
        if (isQuick && isFull) {
            throw refused("--quick and --full exclude each other");
        }
        if (users < 1 || users > 200 || repeats < 1 || repeats > 100) {
            throw refused("--users takes 1 to 200, --repeat 1 to 100");
        }
        List<Scenario> chosen = Jqostd.scenarios().stream()
                .filter(scenario -> scenarios.isEmpty() || scenarios.stream().anyMatch(scenario::isCalled))
                .toList();
        for (String word : scenarios) {
            if (chosen.stream().noneMatch(scenario -> scenario.isCalled(word))) {
                throw refused("there is no scenario '" + word + "'; there are: "
                        + Jqostd.scenarios().stream().map(Scenario::name).collect(Collectors.joining(", ")));
            }
        }
        PolicyCatalog catalog = PolicyCatalog.load();
        for (String policy : policies) {
            if (catalog.find(policy).isEmpty()) {
                throw refused("there is no policy '" + policy + "'; there are: "
                        + catalog.all().stream().map(PolicyType::name).collect(Collectors.joining(", ")));
            }
        }
        return new ExperimentPlan(
                chosen,
                policies.isEmpty()
                        ? Jqostd.POLICIES
                        : policies.stream().distinct().toList(),
                users,
                isFull ? Pace.FULL : Pace.QUICK,
                repeats,
                seed);
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
