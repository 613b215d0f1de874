// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a program as roff with the macros of man(7), made of the same descriptions as its {@code --help}:
 * one page, a section for each command.
 */
final class ManPage {

    private final StringBuilder out = new StringBuilder();

    private ManPage() {}

    /**
     * Makes the page.
     *
     * @param program the program with all its commands
     */
    static String of(CommandSpec program, String version) {
        ManPage page = new ManPage();
        page.out.append(".\\\" SPDX-License-Identifier: Apache-2.0\n");
        page.out.append(".TH EVENKEEL 1 \"\" \"Evenkeel ").append(text(version)).append("\" \"Evenkeel\"\n");
        page.heading("NAME");
        page.paragraph(List.of(
                program.name() + " - " + String.join(" ", program.usageMessage().description())));
        page.heading("SYNOPSIS");
        page.synopsis(program);
        page.heading("COMMANDS");
        page.commands(program);
        page.heading("ENVIRONMENT");
        page.item("JAVA_HOME", "The Java to use, 17 or newer, where the program comes without one.");
        page.item("EVENKEEL_JAVA_OPTS", "More options for the JVM, behind those of the launcher.");
        page.item("EVENKEEL_CLASSPATH", "More jars, for policies of your own, with colons between them.");
        page.heading("SEE ALSO");
        page.paragraph(
                List.of("The guides and the reference in the folder docs of the program, in /usr/share/doc/evenkeel"
                        + " of the package for Debian, and in the console."));
        return page.out.toString();
    }

    private void commands(CommandSpec parent) {
        for (Map.Entry<String, CommandLine> each : parent.subcommands().entrySet()) {
            CommandSpec command = each.getValue().getCommandSpec();
            if (command.usageMessage().hidden() || !each.getKey().equals(command.name())) {
                continue;
            }
            out.append(".SS \"").append(text(command.qualifiedName())).append("\"\n");
            synopsis(command);
            paragraph(List.of(command.usageMessage().description()));
            command.positionalParameters().forEach(this::parameter);
            command.options().forEach(this::option);
            paragraph(List.of(command.usageMessage().footer()));
            exitCodes(command);
            commands(command);
        }
    }

    private void exitCodes(CommandSpec command) {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            paragraph(List.of("Exit codes:"));
            codes.forEach((code, meaning) -> item(code.strip(), meaning));
        }
    }

    private void synopsis(CommandSpec command) {
        String words = new Help(command, Help.defaultColorScheme(Ansi.OFF)).synopsis(0);
        out.append(".PP\n.nh\n")
                .append(line(words.replaceAll("\\s+", " ").strip()))
                .append(".hy\n");
    }

    private void parameter(PositionalParamSpec parameter) {
        if (!parameter.hidden()) {
            term("\\fI" + text(parameter.paramLabel()) + "\\fR", parameter);
        }
    }

    private void option(OptionSpec option) {
        if (option.hidden() || option.usageHelp() || option.versionHelp()) {
            return;
        }
        String names = Stream.of(option.names())
                .map(name -> "\\fB" + text(name) + "\\fR")
                .collect(Collectors.joining(", "));
        boolean takesNothing = option.arity().max() == 0;
        term(takesNothing ? names : names + "=\\fI" + text(option.paramLabel()) + "\\fR", option);
    }

    private void term(String tag, ArgSpec argument) {
        out.append(".TP\n").append(tag).append('\n');
        lines(List.of(argument.description()));
    }

    private void item(String tag, String meaning) {
        out.append(".TP\n").append("\\fB").append(text(tag)).append("\\fR\n").append(line(meaning));
    }

    private void heading(String words) {
        out.append(".SH ").append(words).append('\n');
    }

    /** An empty line begins another paragraph, and so does a line that is indented, which keeps its breaks. */
    private void paragraph(List<String> words) {
        if (!words.isEmpty()) {
            out.append(".PP\n");
            lines(words);
        }
    }

    private void lines(List<String> words) {
        for (String each : words) {
            for (String one : plain(each).split("\n", -1)) {
                if (one.isBlank()) {
                    out.append(".sp\n");
                } else {
                    out.append(one.startsWith(" ") ? ".br\n" : "").append(line(one));
                }
            }
        }
    }

    private static String line(String words) {
        String shown = text(words);
        return (shown.startsWith(".") || shown.startsWith("'") || shown.startsWith(" ") ? "\\&" : "") + shown + "\n";
    }

    /** The words without the signs of picocli's formats and colours. */
    private static String plain(String words) {
        return Ansi.OFF.string(words.replace("%n", "\n").replace("%%", "%"));
    }

    /** The words as roff: a hyphen stays one that can be copied, and nothing is a command. */
    private static String text(String words) {
        return words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    }
}
