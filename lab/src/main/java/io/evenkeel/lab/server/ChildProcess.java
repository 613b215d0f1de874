// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of our own under a {@link ParentWatch}, with everything it prints in one log file. */
final class ChildProcess implements AutoCloseable {

    private static final long GENTLE_STOP_SECONDS = 8;
    private static final int TAIL_LINES = 15;

    private final Process process;
    private final Path log;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a program.
     *
     * @param folder gets the class of the watch, the JVM's options, which may hold secrets and so stay off the command
     *     line, and the log
     */
    static ChildProcess start(Path folder, Launch launch) throws IOException {
        Path classes = folder.resolve("parent-watch");
        copyClass(ParentWatch.class, classes);
        copyClass(DatabaseMain.class, classes);
        List<String> entries = new ArrayList<>(List.of(classes.toString()));
        launch.classPath().forEach(entry -> entries.add(entry.toString()));
        List<String> all = new ArrayList<>(launch.options());
        all.add("-cp");
        all.add(String.join(File.pathSeparator, entries));
        all.add(ParentWatch.class.getName());
        all.addAll(launch.program());
        Path arguments = folder.resolve("java.args");
        Files.write(arguments, all.stream().map(ChildProcess::quote).toList());

        Path log = folder.resolve("log.txt");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(java.toString(), "@" + arguments);
        builder.directory(folder.toFile());
        builder.environment().putAll(launch.environment());
        builder.redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        return new ChildProcess(builder.start(), log);
    }

    private static void copyClass(Class<?> type, Path root) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        Path target = root.resolve(name);
        Files.createDirectories(target.getParent());
        try (InputStream bytes = type.getResourceAsStream("/" + name)) {
            if (bytes == null) {
                throw new IOException(name + " is not on the class path");
            }
            Files.write(target, bytes.readAllBytes());
        }
    }

    private static String quote(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The output so far. */
    String log() {
        try {
            return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            return "(" + log + " cannot be read: " + e.getMessage() + ")";
        }
    }

    /** The last lines of the output. */
    String logTail() {
        List<String> lines = log().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /** Asks it to stop and does not wait. */
    void askToStop() {
        process.destroy();
    }

    /** Ends it and everything it started: gently, and after {@value #GENTLE_STOP_SECONDS} seconds by force. */
    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        askToStop();
        boolean gone = false;
        try {
            gone = process.waitFor(GENTLE_STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!gone) {
            process.destroyForcibly().onExit().join();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
