// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.lab.report.Findings;
import io.evenkeel.lab.report.MarkdownReport;
import io.evenkeel.lab.result.ResultException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel lab report}: makes the page, the plots and the table again from a result folder. */
@Command(
        name = "report",
        description =
                "Make report.html, the plots and the table again from a result folder; ends with 99 as the run did.",
        mixinStandardHelpOptions = true)
final class LabReportCommand implements Callable<Integer> {

    /** The value of --markdown without a file. */
    private static final String STDOUT = "-";

    @Parameters(paramLabel = "DIR", description = "A result folder of 'lab run'.")
    private Path dir = Path.of(".");

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = STDOUT,
            description =
                    "Write the section for the documentation into this page, between its marks for the experiment; without a file to stdout.")
    private @Nullable String markdown;

    @Option(names = "--no-simulation", description = "Leave out the simulator's figures for the same cells.")
    private boolean isWithoutSimulation;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            LabFolder folder = LabFolder.open(dir);
            if (markdown != null) {
                writeMarkdown(folder.findings(!isWithoutSimulation), markdown, out);
                return ExitCode.OK;
            }
            Findings findings = folder.write(!isWithoutSimulation, line -> err.println("evenkeel: " + line));
            LabTable table = new LabTable(findings);
            table.print(out, output.format());
            table.verdicts().forEach(err::println);
            return table.isHeld() ? ExitCode.OK : ExitCode.THRESHOLD;
        } catch (ResultException | IOException | IllegalArgumentException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private static void writeMarkdown(Findings findings, String file, PrintWriter out) throws IOException {
        if (file.equals(STDOUT)) {
            out.println(MarkdownReport.section(findings));
            out.flush();
        } else {
            Path page = Path.of(file);
            if (!Files.isRegularFile(page)) {
                throw CommandException.failed(page
                        + ": there is no such file; --markdown writes into a page that has the experiment's marks");
            }
            Files.writeString(page, MarkdownReport.replaced(Files.readString(page), findings));
        }
    }
}
