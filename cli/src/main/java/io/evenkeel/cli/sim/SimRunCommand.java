// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.simulator.scenario.file.ScenarioException;
import io.evenkeel.simulator.study.AnswerTrace;
import io.evenkeel.simulator.study.Cell;
import io.evenkeel.simulator.study.Study;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel sim run}: scenarios and policies, to a table of cells. */
@Command(
        name = "run",
        description =
                "Simulate policies in scenarios and compare them with an oracle that knows everything; ends with 99 when a goal"
                        + " of a scenario is missed.",
        mixinStandardHelpOptions = true)
final class SimRunCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..*",
            description =
                    "Names as 'sim list' shows them, 'jqostd-*', 'all', or files of your own such as ./mine.yaml.")
    private List<String> scenarios = List.of();

    @Option(
            names = {"-p", "--policy"},
            paramLabel = "POLICY",
            arity = "1..*",
            description =
                    "Policies: a name, name{parameter=value}, 'all', or an oracle such as oracle-sed (default: those that the scenario's"
                            + " file names).")
    private List<String> policies = List.of();

    @Option(
            names = "--users",
            paramLabel = "N",
            split = ",",
            description =
                    "Users, where people wait for answers; more than one number gives a cell for each (default: the scenario's).")
    private List<Integer> users = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "Runs of each policy in each scenario, each with its own random numbers (default: ${DEFAULT-VALUE}).")
    private int seeds = 5;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The first seed; the others count up from it (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "Threads that simulate (default: one for each processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--expect",
            paramLabel = "FILE",
            description =
                    "Goals instead of those in the scenarios' files: {jqostd-*: {headroom: {failures: 0, p99: 1.1}}}.")
    private @Nullable Path expected;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write cells.json, cells.csv and table.md into this folder; it is created if needed.")
    private @Nullable Path folder;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write what each server answered, second by second, in the run of the first seed; CSV.")
    private @Nullable Path trace;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (Meter meter = new Meter(spec.commandLine().getErr())) {
            Study study = study();
            makeFolder();
            List<Cell> cells = study.run(meter);
            meter.close();
            CellTable table = new CellTable(cells);
            table.print(out, output.format());
            table.goals().forEach(output.words(spec)::println);
            write(table);
            trace(study);
            return cells.stream().allMatch(Cell::isHeld) ? ExitCode.OK : ExitCode.THRESHOLD;
        } catch (ScenarioException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    /** Makes the folder before anything is simulated, so that nobody waits for one that cannot be made. */
    private void makeFolder() {
        if (folder != null) {
            try {
                Files.createDirectories(folder);
            } catch (IOException e) {
                throw CommandException.unwritable(folder, e);
            }
        }
    }

    private void write(CellTable table) {
        if (folder != null) {
            try {
                table.write(folder);
            } catch (IOException e) {
                throw CommandException.unwritable(folder, e);
            }
        }
    }

    private void trace(Study study) {
        if (trace != null) {
            try (Writer file = Files.newBufferedWriter(trace)) {
                AnswerTrace.write(study, file);
            } catch (IOException e) {
                throw CommandException.unwritable(trace, e);
            }
        }
    }

    private Study study() {
        if (seeds < 1 || seeds > 10_000 || threads < 1 || threads > 1024) {
            throw refused("--seeds takes 1 to 10000, --threads 1 to 1024");
        }
        try {
            return new SimulationChoice(scenarios, policies, users, expected).study(seeds, seed, threads);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
