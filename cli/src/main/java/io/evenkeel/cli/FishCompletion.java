// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion script for fish: a line for each command and each option, and the names of clusters and nodes. */
final class FishCompletion {

    private static final String HEAD = """
            # Completion of evenkeel for fish; made by 'evenkeel completion fish'.

            # Names of clusters or nodes: of the dispatcher that runs, or of the configuration of -c.
            function __evenkeel_names
                set -l words (commandline -opc)
                set -l of
                for i in (seq 2 (count $words))
                    switch $words[$i]
                        case -c --config --admin --admin-ca
                            set -l next (math $i + 1)
                            if test $next -le (count $words)
                                set of $of $words[$i] $words[$next]
                            end
                        case '--config=*' '--admin=*' '--admin-ca=*'
                            set of $of $words[$i]
                    end
                end
                $words[1] names $argv[1] $of 2>/dev/null
            end

            # True when the commands of the line are these, and no other has been typed.
            function __evenkeel_at
                set -l words (commandline -opc)
                test (count $words) -gt (count $argv); or return 1
                for i in (seq (count $argv))
                    set -l at (math $i + 1)
                    test "$words[$at]" = "$argv[$i]"; or return 1
                end
            end

            complete -c evenkeel -f
            """;

    private FishCompletion() {}

    static String of(CommandLine program) {
        StringBuilder script = new StringBuilder(HEAD);
        add(script, program.getCommandSpec(), "");
        String name = "complete -c evenkeel -f -n '__evenkeel_at %s' -a '(__evenkeel_names %s)'\n";
        for (String command : BashCompletion.nodeCommands(program.getCommandSpec())) {
            script.append(name.formatted("node " + command, "nodes"));
        }
        script.append(name.formatted("explain", "clusters"));
        return script.toString();
    }

    private static void add(StringBuilder script, CommandSpec command, String path) {
        String at = path.isEmpty() ? "__fish_use_subcommand" : "__evenkeel_at " + path;
        List<CommandLine> below = command.subcommands().values().stream().toList();
        StringJoiner names = new StringJoiner(" ");
        command.subcommands().keySet().forEach(names::add);
        String first = path.isEmpty() ? at : at + "; and not __fish_seen_subcommand_from " + names;
        for (CommandLine each : below) {
            CommandSpec spec = each.getCommandSpec();
            if (!spec.usageMessage().hidden()) {
                script.append("complete -c evenkeel -f -n ")
                        .append(quoted(first))
                        .append(" -a ")
                        .append(spec.name())
                        .append(about(spec.usageMessage().description()))
                        .append('\n');
            }
        }
        for (PositionalParamSpec word : command.positionalParameters()) {
            if (word.completionCandidates() != null) {
                script.append("complete -c evenkeel -f -n ")
                        .append(quoted(at))
                        .append(" -a ")
                        .append(quoted(String.join(" ", word.completionCandidates())))
                        .append('\n');
            }
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                add(script, option, at);
            }
        }
        for (CommandLine each : below) {
            if (!each.getCommandSpec().usageMessage().hidden()) {
                add(script, each.getCommandSpec(), (path + " " + each.getCommandName()).strip());
            }
        }
    }

    private static void add(StringBuilder script, OptionSpec option, String at) {
        script.append("complete -c evenkeel -n ").append(quoted(at));
        for (String name : option.names()) {
            script.append(name.startsWith("--") ? " -l " : name.length() == 2 ? " -s " : " -o ")
                    .append(name.replaceFirst("^-+", ""));
        }
        if (option.arity().max() > 0) {
            script.append(option.arity().min() > 0 ? " -r" : "");
            script.append(values(option));
        }
        script.append(about(option.description())).append('\n');
    }

    private static String values(OptionSpec option) {
        if (option.longestName().equals("--cluster")) {
            return " -f -a '(__evenkeel_names clusters)'";
        }
        if (option.completionCandidates() != null) {
            return " -f -a " + quoted(String.join(" ", option.completionCandidates()));
        }
        return option.type() == Path.class || option.auxiliaryTypes()[0] == Path.class ? " -F" : " -f";
    }

    private static String about(String... description) {
        if (description.length == 0) {
            return "";
        }
        String all = String.join(" ", description).replace("%n", " ").replace("%%", "%");
        String sentence =
                all.replaceFirst("(?s)[.;:] .*", "").replaceAll("[.;:,]$", "").replaceAll("\\$\\{[A-Z-]+}", "…");
        return " -d " + quoted(sentence);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
