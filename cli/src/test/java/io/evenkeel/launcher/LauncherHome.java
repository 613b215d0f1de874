// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A folder that looks like a built repository to the launcher, with fake Javas that print how they were started. */
final class LauncherHome {

    /** Programs of the system that the launcher needs, without java, javac and mvn. */
    private static final List<String> TOOLS =
            List.of("bash", "sh", "dirname", "readlink", "find", "mkdir", "mv", "rm", "head", "tail", "touch", "grep");

    private final Path folder;
    private final Path tools;
    private final Map<String, String> environment = new TreeMap<>();

    /** The exit code and the output of a start. */
    record Start(int exitCode, long pid, List<String> out, String err) {}

    LauncherHome(Path scratch, Path launcher) throws IOException {
        folder = Files.createDirectories(scratch.resolve("a home"));
        tools = Files.createDirectories(scratch.resolve("tools"));
        for (String tool : TOOLS) {
            program(tools.resolve(tool), "exec " + onSystem(tool) + " \"$@\"\n");
        }
        Files.copy(launcher, script());
        executable(script());
        Path source = Files.createDirectories(folder.resolve("cli/src/main/java"));
        Files.writeString(source.resolve("Main.java"), "class Main {}");
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        Path lib = Files.createDirectories(folder.resolve("cli/target/dist/lib"));
        Files.writeString(lib.resolve("evenkeel-cli-1.jar"), "");
        Files.writeString(lib.resolve("library-2.jar"), "");
        Path stamp = Files.createDirectories(folder.resolve(".evenkeel")).resolve("built");
        Files.writeString(stamp, "");
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));
        environment.put("PATH", tools.toString());
        environment.put("HOME", scratch.toString());
        environment.put("EVENKEEL_JDK_FOLDERS", scratch + "/none/*");
    }

    Path script() {
        return folder.resolve("evenkeel");
    }

    Path log() {
        return folder.resolve(".evenkeel/build.log");
    }

    LauncherHome with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** A Java that prints its own name and arguments, one to a line, and leaves an archive of classes when asked to. */
    Path java(Path java, String version, boolean withCompiler) throws IOException {
        Files.createDirectories(java.resolve("bin"));
        Files.writeString(java.resolve("release"), "IMPLEMENTOR=\"nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        program(java.resolve("bin/java"), """
                for each in "$@"; do
                    case $each in
                        -XX:ArchiveClassesAtExit=*) echo classes >"${each#*=}" ;;
                        -XX:AOTCacheOutput=*) echo classes >"${each#*=}" ;;
                    esac
                done
                echo "java %s"
                echo "pid $$"
                if [ -e /proc/self/fd/9/evenkeel-cli-1.jar ]; then echo "first jar readable"; fi
                if { : <&0; } 2>/dev/null; then echo "stdin open"; fi
                printf '%%s\\n' "$@"
                """.formatted(version));
        if (withCompiler) {
            program(java.resolve("bin/javac"), "exit 0\n");
        }
        return java;
    }

    /** A Java 17 that prints one word, which the shell expands. */
    Path javaThatPrints(Path java, String word) throws IOException {
        java(java, "17.0.15", false);
        program(java.resolve("bin/java"), "echo \"" + word + "\"\n");
        return java;
    }

    /** A Maven of a version that runs the given lines when it is asked to build. */
    LauncherHome maven(String version, String lines) throws IOException {
        program(
                tools.resolve("mvn"),
                "if [ \"$1\" = -v ]; then echo 'Apache Maven %s'; exit 0; fi\n".formatted(version) + lines);
        return this;
    }

    LauncherHome onPath(Path java) throws IOException {
        Files.createSymbolicLink(tools.resolve("java"), java.resolve("bin/java"));
        return this;
    }

    /** As somebody has it who copied the script and what was built. */
    LauncherHome withoutSources() throws IOException {
        Files.delete(folder.resolve("cli/src/main/java/Main.java"));
        Files.delete(folder.resolve("cli/src/main/java"));
        Files.delete(folder.resolve("cli/src/main"));
        Files.delete(folder.resolve("cli/src"));
        Files.delete(folder.resolve("pom.xml"));
        return this;
    }

    /** As an unpacked package: the jars in lib, and nothing of a build. */
    LauncherHome packaged() throws IOException {
        withoutSources();
        Files.move(folder.resolve("cli/target/dist/lib"), folder.resolve("lib"));
        Files.delete(folder.resolve("cli/target/dist"));
        Files.delete(folder.resolve("cli/target"));
        Files.delete(folder.resolve("cli"));
        Files.delete(folder.resolve(".evenkeel/built"));
        Files.delete(folder.resolve(".evenkeel"));
        return this;
    }

    /** A file in the folder that one stands in, newer than the last build. */
    void standingOn(String file) throws IOException {
        Path path = Files.writeString(folder.resolveSibling(file), "words");
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(120)));
    }

    /** A source changes after the last build. */
    LauncherHome changed() throws IOException {
        Files.setLastModifiedTime(
                folder.resolve("cli/src/main/java/Main.java"),
                FileTime.from(Instant.now().plusSeconds(120)));
        return this;
    }

    /** A file beside the sources, from before or after the last build. */
    LauncherHome has(String file, boolean isNewer) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, "words");
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(isNewer ? 120 : 0)));
        return this;
    }

    Start start(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script().toString()));
        command.addAll(List.of(arguments));
        return start(command);
    }

    Start start(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "start", ".out");
        Path err = Files.createTempFile(folder, "start", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.getParent().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("the launcher did not end: " + Files.readString(err));
        }
        return new Start(process.exitValue(), process.pid(), Files.readAllLines(out), Files.readString(err));
    }

    private static Path onSystem(String tool) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            Path program = Path.of(folder, tool);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        throw new IllegalStateException("there is no " + tool + " on the PATH");
    }

    private static void program(Path file, String lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + lines);
        executable(file);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
