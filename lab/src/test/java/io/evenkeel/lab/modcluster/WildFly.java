// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.modcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A WildFly with a folder of its own, set up by WildFly's command line and started as {@code standalone.sh} does. */
final class WildFly implements AutoCloseable {

    private static final int HTTP = 8080;
    private static final long LONGEST_SECONDS = 90;
    private static final List<String> OPENED = List.of(
            "java.base/com.sun.net.ssl.internal.ssl",
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.net",
            "java.base/java.security",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.management/javax.management",
            "java.naming/javax.naming");

    private final Path home;
    private final Path base;
    private final String name;
    private final int port;
    private Process process;

    /**
     * Sets one up.
     *
     * @param home the unpacked WildFly, which stays as it is
     * @param base does not exist
     * @param port of its HTTP listener, above 8080; the others follow it
     * @param commands of the file that the command line runs
     */
    WildFly(Path home, Path base, String name, int port, String commands) throws Exception {
        this.home = home;
        this.base = base;
        this.name = name;
        this.port = port;
        copy(home.resolve("standalone"), base);
        Path file = Files.writeString(base.resolve("evenkeel.cli"), commands);
        Process cli = start(base.resolve("cli.txt"), List.of(), "org.jboss.as.cli", "--file=" + file);
        if (!cli.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || cli.exitValue() != 0) {
            cli.destroyForcibly();
            throw new IOException("the commands failed: " + Files.readString(base.resolve("cli.txt")));
        }
        start();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.toList()) {
                Path target = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(each, target);
                }
            }
        }
    }

    /** Starts it, at first and after {@link #kill} or {@link #stop}. */
    void start() throws IOException {
        process = start(
                base.resolve("log.txt"),
                List.of(
                        "-Djboss.node.name=" + name,
                        "-Djboss.bind.address=127.0.0.1",
                        "-Djboss.bind.address.management=127.0.0.1",
                        "-Djboss.socket.binding.port-offset=" + (port - HTTP),
                        "-Devenkeel.node=" + name),
                "org.jboss.as.standalone");
    }

    private Process start(Path log, List<String> options, String... program) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        OPENED.forEach(each -> command.add("--add-opens=" + each + "=ALL-UNNAMED"));
        command.add("-Djboss.home.dir=" + home);
        command.add("-Djboss.server.base.dir=" + base);
        command.addAll(options);
        command.addAll(List.of(
                "-jar",
                home.resolve("jboss-modules.jar").toString(),
                "-mp",
                home.resolve("modules").toString()));
        command.addAll(List.of(program));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JBOSS_HOME", home.toString());
        builder.directory(base.toFile());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        return builder.start();
    }

    String name() {
        return name;
    }

    /** Gives it an application, which its scanner finds within five seconds. */
    void deploy(Path war) throws IOException {
        Files.copy(
                war,
                base.resolve("deployments").resolve(war.getFileName().toString()),
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Takes an application from it. */
    void undeploy(Path war) throws IOException {
        Files.delete(base.resolve("deployments").resolve(war.getFileName() + ".deployed"));
    }

    /** Ends it as a power failure does. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Ends it as a service manager does. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            kill();
        }
    }

    String log() throws IOException {
        return Files.readString(base.resolve("log.txt"));
    }

    @Override
    public void close() {
        kill();
    }
}
