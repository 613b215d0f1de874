// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Starts the program again as it was started, to take over from this process: what an upgrade of a service wants, since
 * a service manager believes only processes of the service. One thread.
 */
final class Successor {

    /** Set by the launcher: the path by which it was called, which may lead to another version by now. */
    static final String LAUNCHER = "evenkeel.launcher";

    /** Set by the launcher: without it the JVM keeps SIGUSR2 for itself. */
    static final String FREE_SIGNAL = "_JAVA_SR_SIGNUM";

    /** Options for one start only. */
    private static final Set<String> ONCE = Set.of("--take-over", "--forget", "--last-good");

    private Successor() {}

    /** True when the launcher has made the start of another process possible. */
    static boolean isPossible(Map<String, String> environment) {
        return environment.containsKey(FREE_SIGNAL) && System.getProperty(LAUNCHER) != null;
    }

    /**
     * Starts it, with the same standard error and output.
     *
     * @param arguments those of this process
     */
    static Process start(List<String> arguments) throws IOException {
        // Without the helper of the JDK, which an upgrade may have replaced by another version's.
        System.setProperty("jdk.lang.Process.launchMechanism", "VFORK");
        ProcessBuilder builder = new ProcessBuilder(command(System.getProperty(LAUNCHER), arguments));
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        // It is this process that the service manager has named there.
        builder.environment().remove("WATCHDOG_PID");
        return builder.start();
    }

    static List<String> command(String launcher, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(launcher).toString()));
        arguments.stream().filter(each -> !ONCE.contains(each)).forEach(command::add);
        command.add("--take-over");
        return command;
    }
}
