// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import io.evenkeel.cli.terminal.ConfigOption;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.config.HeapNeed;
import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.engine.tls.TlsProvider;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evenkeel validate}: the errors and oddities of a configuration file. */
@Command(
        name = "validate",
        description = "Check a configuration file and say everything that is wrong with it.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:no errors; there may be warnings", "78:errors"})
final class ValidateCommand implements Callable<Integer> {

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--no-lookup",
            description = "Look up no host names: find only what would keep run from its start, or refuse a reload.")
    private boolean noLookup;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        SettingsFile file = SettingsFile.open(config.path());
        List<Problem> problems = noLookup ? file.checkWithoutNames() : file.check();
        print(problems, spec.commandLine().getOut());
        boolean bad = problems.stream().anyMatch(Problem::isError);
        spec.commandLine().getErr().println("evenkeel: " + config.path() + (bad ? " cannot be used" : " is valid"));
        if (!bad) {
            sayNeeds();
        }
        return bad ? ExitCode.BAD_CONFIG : ExitCode.OK;
    }

    /**
     * Tells the heap that the nodes need when it is more than every start has: {@code run} of the launcher sets it by
     * itself, other ways to start do not. And tells what TLS would lack on this machine.
     */
    private void sayNeeds() {
        Settings settings;
        try {
            settings = SettingsFile.open(config.path()).load();
        } catch (SettingsException e) {
            // it was changed since it was found valid
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        int needed = HeapNeed.megabytes(settings);
        if (needed > HeapNeed.LEAST_MB) {
            err.println("evenkeel: its nodes need up to " + needed
                    + " MB of heap, which ./evenkeel run allows by itself (EVENKEEL_JAVA_OPTS=-Xmx" + needed + "m)");
        }
        boolean secure = settings.listeners().stream().anyMatch(each -> each.tls() != null)
                || settings.clusters().values().stream().anyMatch(each -> each.tls() != null);
        if (secure) {
            TlsProvider.limits().ifPresent(sentence -> err.println("evenkeel: on this machine " + sentence));
        }
    }

    private void print(List<Problem> problems, PrintWriter out) {
        if (output.format() == OutputFormat.TABLE) {
            if (!problems.isEmpty()) {
                out.println(Problem.render(problems));
                out.flush();
            }
            return;
        }
        Rows rows = new Rows("severity", "file", "line", "column", "length", "message", "hint");
        for (Problem each : problems) {
            rows.add(
                    each.severity().name().toLowerCase(Locale.ROOT),
                    each.file(),
                    each.line(),
                    each.column(),
                    each.length(),
                    each.message(),
                    each.hint());
        }
        rows.print(out, output.format());
    }
}
