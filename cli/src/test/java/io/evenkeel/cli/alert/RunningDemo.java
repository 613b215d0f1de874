// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.Main;
import io.evenkeel.cli.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The demo as a process of its own. */
final class RunningDemo implements AutoCloseable {

    private static final long READY_S = 120;
    private static final long END_S = 60;

    private final Path work;
    private final Path kept;
    private final Process process;
    private List<DemoServer> tomcats = List.of();

    /**
     * Starts it; {@link #awaitReady} comes next.
     *
     * @param work for what it prints
     * @param kept the folder that it keeps its configuration in
     */
    RunningDemo(Path work, Path kept, String... options) throws IOException {
        this.work = work;
        this.kept = kept;
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(TestJvm.flags());
        command.addAll(List.of(
                "-Xmx256m",
                "-Djava.io.tmpdir=" + Files.createDirectories(work.resolve("tmp")),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "demo",
                "--folder",
                kept.toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(work.resolve("out").toFile())
                .redirectError(work.resolve("err").toFile());
        builder.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", TestJvm.flags())); // of its servers
        process = builder.start();
    }

    void awaitReady() throws IOException, InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_S);
        while (!said().contains("ready in")) {
            assertThat(System.nanoTime()).as("it is ready: %s", said()).isLessThan(endNs);
            assertThat(process.isAlive()).as("it lives: %s", said()).isTrue();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        tomcats = process.descendants()
                .map(DemoServer::of)
                .flatMap(Optional::stream)
                .toList();
        assertThat(tomcats).extracting(DemoServer::name).containsExactlyInAnyOrder("tomcat-1", "tomcat-2", "tomcat-3");
    }

    /** The words on its standard error. */
    String said() throws IOException {
        return Files.readString(work.resolve("err"));
    }

    Path file() {
        return kept.resolve("demo.yaml");
    }

    DemoServer server(String name) {
        return tomcats.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Stops the processes of all servers, or lets them go on. */
    void freezeAll(boolean frozen) throws IOException, InterruptedException {
        for (DemoServer each : tomcats) {
            each.freeze(frozen);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        freezeAll(false);
        process.destroy();
        if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
