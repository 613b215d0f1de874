// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.run.Signals;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.lab.Experiments;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.report.Findings;
import io.evenkeel.lab.result.Machine;
import io.evenkeel.lab.result.Manifest;
import io.evenkeel.lab.result.ResultException;
import io.evenkeel.lab.result.ResultFolder;
import io.evenkeel.lab.run.Runner;
import io.evenkeel.lab.server.ServerType;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel lab run}: an experiment, to its result folder and its table. */
@Command(
        name = "run",
        description =
                "Run an experiment into a result folder, or continue one; ends with 99 when it does not show what it must.",
        mixinStandardHelpOptions = true)
final class LabRunCommand implements Callable<Integer> {

    private static final Path RESULTS = Path.of("lab-results");
    private static final int MOST_REPEATS = 100;

    @Parameters(paramLabel = "ID", description = "The experiment, as 'lab list' names it.")
    private String id = "";

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
            description = "Compare these policies (default: those of the paper, and this project's).")
    private List<String> policies = List.of();

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            split = ",",
            description = "Only these variants, such as http, tcp or best (default: all that the experiment has).")
    private List<String> variants = List.of();

    @Option(names = "--users", paramLabel = "N", description = "Users at once (default: the paper's).")
    private @Nullable Integer users;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs of each cell (default: ${DEFAULT-VALUE}); intervals need two, better five.")
    private int repeats = 1;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of what the users do (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--server",
            paramLabel = "NAME",
            defaultValue = "tomcat",
            description =
                    "The application server: tomcat, jetty, wildfly, liberty or glassfish (default: ${DEFAULT-VALUE}).")
    private String server = "tomcat";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The result folder (default: the next free lab-results/ID-N). An existing one is continued.")
    private @Nullable Path out;

    @ArgGroup
    private PaceOption pace = new PaceOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    private volatile boolean isStopped;

    /** The options for the time that it takes. */
    static final class PaceOption {

        @Option(
                names = "--quick",
                description = "Minutes in all, on servers that the cells of a scenario share (default).")
        private boolean isQuick;

        @Option(names = "--full", description = "The paper's times.")
        private boolean isFull;

        @Option(
                names = "--glance",
                description = "A second for each cell: shows that it works, but its figures mean nothing.")
        private boolean isGlance;

        Pace pace() {
            if (isQuick) {
                return Pace.QUICK;
            }
            return isFull ? Pace.FULL : isGlance ? Pace.GLANCE : Pace.QUICK;
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Experiment experiment = experiment();
        ExperimentChoice choice = choice(experiment);
        PrintWriter err = spec.commandLine().getErr();
        try {
            ResultFolder folder = ResultFolder.prepare(
                    out == null ? ResultFolder.fresh(RESULTS, id) : out, experiment, choice, session());
            err.println("evenkeel: the result goes to " + folder.path());
            boolean isWhole = run(experiment, choice, folder);
            Findings findings = new LabFolder(folder, experiment)
                    .write(!isStopped && pace.pace() != Pace.GLANCE, line -> err.println("evenkeel: " + line));
            LabTable table = new LabTable(findings);
            table.print(spec.commandLine().getOut(), output.format());
            PrintWriter words = output.words(spec);
            table.verdicts().forEach(words::println);
            words.flush();
            if (!isWhole) {
                throw CommandException.failed(
                        "%s; what was measured is in %s, and the same command with --out %s goes on"
                                .formatted(
                                        isStopped ? "stopped" : "not all could be measured",
                                        folder.path(),
                                        folder.path()));
            }
            return table.isHeld() ? ExitCode.OK : ExitCode.THRESHOLD;
        } catch (ExperimentException | ResultException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private boolean run(Experiment experiment, ExperimentChoice choice, ResultFolder folder)
            throws ExperimentException, ResultException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try (Runner runner = new Runner(experiment, choice, folder, line -> err.println("evenkeel: " + line))) {
            Signals.on("INT", () -> stop(runner));
            Signals.on("TERM", () -> stop(runner));
            return runner.run();
        }
    }

    /** The first signal stops everything in order. The second stops it at once; the servers notice and end too. */
    private void stop(Runner runner) {
        if (isStopped) {
            Runtime.getRuntime().halt(ExitCode.FAILED);
        }
        isStopped = true;
        runner.close();
    }

    private Manifest.Session session() {
        List<String> typed = spec.root().commandLine().getParseResult().originalArgs();
        return new Manifest.Session(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                "evenkeel " + String.join(" ", typed),
                String.join(" ", spec.root().version()),
                Machine.here());
    }

    private Experiment experiment() {
        return Experiments.find(id)
                .orElseThrow(() -> refused("there is no experiment '" + id + "'; there are: "
                        + Experiments.all().stream().map(Experiment::id).collect(Collectors.joining(", "))));
    }

    private ExperimentChoice choice(Experiment experiment) {
        int own = users == null ? 0 : users;
        if ((users != null && own < 1) || own > experiment.mostUsers()) {
            throw refused("--users takes 1 to " + experiment.mostUsers() + ", not " + own);
        }
        if (repeats < 1 || repeats > MOST_REPEATS) {
            throw refused("--repeat takes 1 to " + MOST_REPEATS + ", not " + repeats);
        }
        for (String word : scenarios) {
            if (experiment.scenarios().stream().noneMatch(scenario -> scenario.isCalled(word))) {
                throw refused("there is no scenario '" + word + "'; there are: "
                        + experiment.scenarios().stream()
                                .map(ExperimentScenario::name)
                                .collect(Collectors.joining(", ")));
            }
        }
        ExperimentChoice choice =
                new ExperimentChoice(pace.pace(), own, scenarios, policies, variants, repeats, seed, serverType());
        try {
            if (experiment.cells(choice).isEmpty()) {
                throw refused("nothing is left of the experiment with these options");
            }
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
        return choice;
    }

    private ServerType serverType() {
        return switch (server.toLowerCase(Locale.ROOT)) {
            case "tomcat" -> ServerType.TOMCAT;
            case "jetty" -> ServerType.JETTY;
            case "wildfly" -> ServerType.WILDFLY;
            case "liberty", "open-liberty" -> ServerType.OPEN_LIBERTY;
            case "glassfish" -> ServerType.GLASSFISH;
            default ->
                throw refused(
                        "there is no server '" + server + "'; there are: tomcat, jetty, wildfly, liberty, glassfish");
        };
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
