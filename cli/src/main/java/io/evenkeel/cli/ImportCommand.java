// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.translate.Peer;
import io.evenkeel.translate.Translation;
import io.evenkeel.translate.Translator;
import io.evenkeel.translate.draft.Leftover;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel import}: a configuration of HAProxy, nginx or httpd as one of Evenkeel. */
@Command(
        name = "import",
        description = {
            "Write a configuration from one of HAProxy, nginx or httpd.",
            "Its comments name the line that each setting comes from. What has no counterpart is listed on stderr and at"
                    + " the end of the file. Nothing is started; only the file and those that it includes are read."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:written; the list may say what is left to do",
            " 1:the output could not be written",
            "78:the file cannot be read as a configuration of the product"
        })
final class ImportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "haproxy.cfg, nginx.conf or httpd.conf.")
    private Path file;

    @Option(
            names = "--from",
            paramLabel = "PRODUCT",
            description = "haproxy, nginx or httpd; found by the content when absent.")
    private @Nullable Peer from;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to write the configuration; standard output when absent.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Overwrite the output file.")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Translation translation;
        try {
            translation = Translator.translate(file, from);
        } catch (MalformedFileException e) {
            throw new CommandException(ExitCode.BAD_CONFIG, String.valueOf(e.getMessage()));
        }
        Path to = output;
        if (to == null) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(translation.text());
            out.flush();
        } else {
            write(to, translation.text());
        }
        tell(translation);
        check(translation.text(), to == null ? file.resolveSibling("evenkeel.yaml") : to);
        return ExitCode.OK;
    }

    private void write(Path to, String text) {
        OpenOption[] how = force
                ? new OpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
                }
                : new OpenOption[] {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
        try {
            if (force && Files.exists(to) && Files.isSameFile(to, file)) {
                throw CommandException.failed(to + " is the file that is read; write to another one");
            }
            Files.writeString(to, text, how);
        } catch (FileAlreadyExistsException e) {
            throw CommandException.failed(to + " exists already; --force overwrites it");
        } catch (IOException e) {
            throw CommandException.unwritable(to, e);
        }
    }

    /** Tells what is lost and what is different, and counts the rest. */
    private void tell(Translation translation) {
        PrintWriter err = spec.commandLine().getErr();
        List<String> counts = new ArrayList<>();
        for (Leftover.Kind kind : Leftover.Kind.values()) {
            List<Leftover> some = translation.leftovers().stream()
                    .filter(each -> each.kind() == kind)
                    .toList();
            if (!some.isEmpty()) {
                counts.add(kind.title() + ": " + some.size());
            }
            if (kind != Leftover.Kind.NEEDLESS) {
                some.forEach(each -> err.println(shown(each)));
            }
        }
        err.println("evenkeel: translated from " + translation.peer().title()
                + (counts.isEmpty() ? "; nothing is left over" : "; " + String.join(", ", counts)));
    }

    private static String shown(Leftover leftover) {
        return SourceLine.visible(leftover.at().toString()) + ": "
                + leftover.kind().title() + ": " + leftover.setting() + "\n    " + leftover.effect()
                + (leftover.advice().isEmpty() ? "" : "\n    -> " + leftover.advice());
    }

    /** Says what {@code validate} would say; host names are not looked up. */
    private void check(String text, Path name) {
        PrintWriter err = spec.commandLine().getErr();
        SettingsFile settings = SettingsFile.of(text, name.toString());
        List<Problem> problems;
        try {
            settings.load();
            problems = settings.warnings();
        } catch (SettingsException e) {
            problems = e.problems();
        }
        problems.forEach(each -> err.println(each));
        boolean bad = problems.stream().anyMatch(Problem::isError);
        err.println(
                bad
                        ? "evenkeel: correct these errors before you start it; 'evenkeel validate' checks it again"
                        : "evenkeel: the configuration is valid; read it, then try it with 'evenkeel run'");
    }
}
