// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import io.evenkeel.cli.account.TokenCommand;
import io.evenkeel.cli.account.UserCommand;
import io.evenkeel.cli.alert.AlertCommand;
import io.evenkeel.cli.alert.AlertsCommand;
import io.evenkeel.cli.ask.EventsCommand;
import io.evenkeel.cli.ask.NamesCommand;
import io.evenkeel.cli.cache.CacheCommand;
import io.evenkeel.cli.demo.DemoCommand;
import io.evenkeel.cli.lab.LabCommand;
import io.evenkeel.cli.load.LoadCommand;
import io.evenkeel.cli.plan.PlanCommand;
import io.evenkeel.cli.remote.ExplainCommand;
import io.evenkeel.cli.remote.NodeCommand;
import io.evenkeel.cli.remote.ReloadCommand;
import io.evenkeel.cli.remote.StatusCommand;
import io.evenkeel.cli.remote.TopCommand;
import io.evenkeel.cli.run.RunCommand;
import io.evenkeel.cli.sim.SimCommand;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.DurationConverter;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.MissingCommand;
import io.evenkeel.cli.terminal.Screen;
import io.evenkeel.cli.terminal.StandardOutput;
import io.evenkeel.cli.terminal.TitledOptions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The program {@code evenkeel}. A new command is one class and one line in {@link #COMMANDS}.
 *
 * <p>Reading the annotations of a command costs milliseconds, so a start of one command reads only its own.
 */
@Command(
        name = "evenkeel",
        description = "The load balancer that knows the state of its Java application servers.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {

    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            DemoCommand.class,
            LabCommand.class,
            LoadCommand.class,
            SimCommand.class,
            PlanCommand.class,
            ValidateCommand.class,
            ConfigCommand.class,
            ImportCommand.class,
            StatusCommand.class,
            TopCommand.class,
            ExplainCommand.class,
            EventsCommand.class,
            AlertsCommand.class,
            AlertCommand.class,
            CacheCommand.class,
            NodeCommand.class,
            ReloadCommand.class,
            UserCommand.class,
            TokenCommand.class,
            PoliciesCommand.class,
            VersionCommand.class,
            CompletionCommand.class,
            NamesCommand.class,
            HelpCommand.class,
            ManCommand.class);

    /** Commands that look at all others. */
    private static final Set<Class<?>> OF_ALL = Set.of(CompletionCommand.class, HelpCommand.class, ManCommand.class);

    /** Words with which somebody asks for help. */
    private static final Set<String> ASKING = Set.of("help", "--help", "-h");

    @Spec
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(execute(StandardOutput.ofProcess(), err, args));
    }

    /** Runs one command line to its end; returns its exit code, which is never 0 when data was lost. */
    static int execute(StandardOutput stdout, PrintWriter err, String... args) {
        PrintWriter out = new PrintWriter(stdout, true, StandardCharsets.UTF_8);
        int exitCode = execute(out, err, args);
        out.flush();
        String trouble = stdout.trouble();
        if (trouble == null) {
            return exitCode;
        }
        err.println("evenkeel: the output could not be written: " + trouble);
        return exitCode == ExitCode.OK ? ExitCode.FAILED : exitCode;
    }

    /** Runs one command line to its end; returns its exit code. */
    static int execute(PrintWriter out, PrintWriter err, String... args) {
        CommandLine program = new CommandLine(new Main());
        commands(args).forEach(program::addSubcommand);
        if (Stream.of(args).anyMatch(ASKING::contains)) {
            layOut(program);
        }
        return program.setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedSubcommandsAllowed(false)
                .setExpandAtFiles(false) // @FILE is a body of 'load', not more words of the command line
                .registerConverter(Duration.class, new DurationConverter())
                .setParameterExceptionHandler(Main::refuse)
                .setExecutionExceptionHandler(Main::fail)
                .execute(args);
    }

    /** Gives help the width of the terminal, and options their headings. */
    private static void layOut(CommandLine program) {
        Map<String, IHelpSectionRenderer> sections = new HashMap<>(program.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new TitledOptions());
        program.setHelpSectionMap(sections).setUsageHelpWidth(Screen.columns());
    }

    /** The command that the first word names; all commands when it names none, or asks about them. */
    private static List<Class<?>> commands(String[] args) {
        return COMMANDS.stream()
                .filter(command -> args.length > 0
                        && !OF_ALL.contains(command)
                        && name(command).equals(args[0]))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /** Without a command: lists the commands. */
    @Override
    public void run() {
        throw MissingCommand.of(spec, "Which command?");
    }

    /** An option that is written wrongly comes before the one that is therefore missing. */
    private static int refuse(ParameterException first, String[] args) {
        CommandLine command = first.getCommandLine();
        List<String> unknown = command.getUnmatchedArguments();
        ParameterException e = first instanceof MissingParameterException && !unknown.isEmpty()
                ? new UnmatchedArgumentException(command, unknown)
                : first;
        PrintWriter err = command.getErr();
        err.println("evenkeel: " + e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, err);
        ConfigurationWord.among(unknown, command, args)
                .ifPresent(file -> err.println("Did you mean '-c " + file + "'?"));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    private static int fail(Exception e, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (e instanceof CommandException known) {
            err.println("evenkeel: " + known.getMessage());
            return known.exitCode();
        }
        err.println("evenkeel: this should not have happened; please report it");
        e.printStackTrace(err);
        return ExitCode.FAILED;
    }
}
