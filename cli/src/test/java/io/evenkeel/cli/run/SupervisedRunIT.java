// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.TestJvm;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command run as a service of systemd, with the test in its place. */
final class SupervisedRunIT {

    private static final int PATIENCE_MS = 60_000;
    private static final int LOOK_MS = 10;

    @TempDir
    private Path folder;

    private Socket manager;
    private Process process;

    @BeforeEach
    void start() throws IOException {
        Epoll.ensureAvailability();
        Path address = folder.resolve("notify");
        manager = Socket.newSocketDomainDgram();
        manager.bind(new DomainSocketAddress(address.toString()));
        Path config = Files.writeString(folder.resolve("evenkeel.yaml"), """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    nodes: [127.0.0.1:18080]
                """);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(TestJvm.flags());
        command.addAll(List.of("-Xmx128m", "-cp", classPath, "io.evenkeel.cli.Main", "run", "-c", config.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("NOTIFY_SOCKET", address.toString());
        builder.environment().put("WATCHDOG_USEC", "400000");
        process = builder.start();
    }

    @AfterEach
    void end() throws IOException {
        process.destroyForcibly();
        manager.close();
    }

    @Test
    void reportsReadySignsOfLifeReloadsAndTheEnd() throws Exception {
        assertThat(heard("READY=1")).contains("STATUS=serving web on 127.0.0.1:");
        heard("WATCHDOG=1");
        heard("WATCHDOG=1");

        signal("HUP");
        assertThat(heard("RELOADING=1")).containsPattern("MONOTONIC_USEC=[1-9][0-9]+");
        assertThat(heard("READY=1")).contains("STATUS=serving web on 127.0.0.1:");

        signal("TERM");
        assertThat(heard("STOPPING=1")).contains("EXTEND_TIMEOUT_USEC=45000000");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        assertThat(process.exitValue()).isZero();
    }

    /** The first message from now on that begins with these words. */
    private String heard(String words) throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(512);
        for (int waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
            int length = manager.read(buffer.clear(), 0, buffer.capacity());
            if (length <= 0) {
                Thread.sleep(LOOK_MS);
                continue;
            }
            String message = StandardCharsets.UTF_8.decode(buffer.limit(length)).toString();
            if (message.startsWith(words)) {
                return message;
            }
        }
        throw new AssertionError("no message " + words + "; it said:\n" + Files.readString(folder.resolve("err")));
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("bash", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
    }
}
