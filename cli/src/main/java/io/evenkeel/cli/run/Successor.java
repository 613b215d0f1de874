// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
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

    /** A shell's words: start the arguments, and write the number of the process to the file that is the name. */
    private static final String START_AND_END = "\"$@\" & echo $! >\"$0\"";

    private Successor() {}

    /** True when the launcher has made the start of another process possible. */
    static boolean isPossible(Map<String, String> environment) {
        return environment.containsKey(FREE_SIGNAL) && System.getProperty(LAUNCHER) != null;
    }

    /**
     * Starts it, with the same standard error and output.
     *
     * @param arguments those of this process
     * @return the process, which is no child of this one under a service manager
     */
    static ProcessHandle start(List<String> arguments) throws IOException {
        List<String> command = command(System.getProperty(LAUNCHER), arguments);
        return System.getenv("NOTIFY_SOCKET") == null ? builder(command).start().toHandle() : startAsOrphan(command);
    }

    private static ProcessBuilder builder(List<String> command) {
        // Without the helper of the JDK, which an upgrade may have replaced by another version's.
        System.setProperty("jdk.lang.Process.launchMechanism", "VFORK");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        // It is this process that the service manager has named there.
        builder.environment().remove("WATCHDOG_PID");
        return builder;
    }

    /**
     * Starts it through a shell that ends at once, so that the service manager is its parent. A main process with
     * another parent would be killed by systemd at a stop, instead of being asked to end: systemd looks for the parent
     * when it hears of the new main process, and does not wait for processes that are not its children. Not from a
     * terminal: what a shell starts in this way ignores SIGINT.
     */
    private static ProcessHandle startAsOrphan(List<String> command) throws IOException {
        Path started = Files.createTempFile("evenkeel-successor", ".pid");
        try {
            List<String> through = new ArrayList<>(List.of("/bin/sh", "-c", START_AND_END, started.toString()));
            through.addAll(command);
            int code = builder(through).start().waitFor();
            String pid = Files.readString(started).strip();
            return ProcessHandle.of(pid.matches("\\d{1,18}") ? Long.parseLong(pid) : 0)
                    .orElseThrow(() -> new IOException("the shell that starts it ended with " + code));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.deleteIfExists(started);
        }
    }

    static List<String> command(String launcher, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(launcher).toString()));
        arguments.stream().filter(each -> !ONCE.contains(each)).forEach(command::add);
        command.add("--take-over");
        return command;
    }
}
