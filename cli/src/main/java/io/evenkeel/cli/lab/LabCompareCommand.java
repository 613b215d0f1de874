// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.report.Comparison;
import io.evenkeel.lab.result.ResultException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel lab compare}: two result folders, cell by cell. */
@Command(
        name = "compare",
        description = {
            "Compare two result folders cell by cell: is the second faster, slower, or the same?",
            "The compared figure is the throughput where users wait for answers, else the mean response time; by 95 % intervals where both have several runs."
        },
        mixinStandardHelpOptions = true)
final class LabCompareCommand implements Runnable {

    @Parameters(paramLabel = "DIR", arity = "2", description = "Two result folders of 'lab run'.")
    private List<Path> dirs = List.of();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        try {
            LabFolder first = LabFolder.open(dirs.get(0));
            LabFolder second = LabFolder.open(dirs.get(1));
            List<Comparison> all = Comparison.of(
                    first.folder().results(first.experiment()), second.folder().results(second.experiment()));
            if (all.isEmpty()) {
                throw CommandException.failed(dirs.get(0) + " and " + dirs.get(1) + " have no cell in common");
            }
            Rows rows = new Rows(
                    "scenario",
                    "policy",
                    "load",
                    "figure",
                    "first",
                    "second",
                    "speedRatio",
                    "low",
                    "high",
                    "failedFirst",
                    "failedSecond",
                    "verdict");
            all.forEach(each -> add(rows, each));
            rows.print(spec.commandLine().getOut(), output.format());
        } catch (ResultException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private static void add(Rows rows, Comparison each) {
        ConfidenceInterval ratio = each.ratio();
        rows.add(
                each.key().scenario(),
                each.key().text(),
                each.key().load().text(),
                each.figure(),
                rounded(each.first().mean(each.figure()).value(), 1),
                rounded(each.second().mean(each.figure()).value(), 1),
                rounded(ratio.value(), 3),
                rounded(ratio.low(), 3),
                rounded(ratio.high(), 3),
                each.first().failures(),
                each.second().failures(),
                each.verdict().toString());
    }

    private static @Nullable BigDecimal rounded(double value, int digits) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP) : null;
    }
}
