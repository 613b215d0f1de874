// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.AgentCheck;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real HAProxy whose agent-check points to the agent; what it makes of the lines is read from its stats socket. */
final class HaproxyCheckIT {

    private static final Path HAPROXY = Path.of("/usr/sbin/haproxy");
    private static final int TRIES = 100;
    private static final long BETWEEN_TRIES_MS = 100;

    @TempDir
    private Path directory;

    private final FakePages pages = new FakePages();
    private @Nullable Process haproxy;
    private @Nullable AgentServer agentServer;
    private @Nullable ServerSocket server;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.isExecutable(HAPROXY), "there is no " + HAPROXY + " here");
        AgentOptions settings = AgentOptions.of("port=off,check.port=0", name -> null, name -> null, Map.of());
        AgentServer opened = Objects.requireNonNull(AgentServer.open(settings, pages));
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Path configuration = directory.resolve("haproxy.cfg");
        Files.writeString(
                configuration,
                String.join(
                        "\n",
                        "global",
                        "  stats socket " + socket() + " mode 600 level admin",
                        "defaults",
                        "  mode http",
                        "  timeout connect 1s",
                        "  timeout client 1s",
                        "  timeout server 1s",
                        "backend shop",
                        "  server vcn1 127.0.0.1:" + listening.getLocalPort() + " weight 100 check inter 100ms"
                                + " agent-check agent-addr 127.0.0.1 agent-port " + opened.checkPort()
                                + " agent-inter 100ms",
                        ""));
        agentServer = opened;
        server = listening;
        haproxy = new ProcessBuilder(HAPROXY.toString(), "-db", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("haproxy.log").toFile())
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        boolean ended = haproxy == null || ended(haproxy);
        if (agentServer != null) {
            agentServer.close();
        }
        if (server != null) {
            server.close();
        }
        assertThat(ended).as("HAProxy ends when it is told to").isTrue();
    }

    private static boolean ended(Process process) throws InterruptedException {
        process.destroy();
        return process.waitFor(10, TimeUnit.SECONDS);
    }

    @Test
    void theWeightFollowsTheSample() throws Exception {
        pages.line = AgentCheck.line(workers(3, 12), false);
        await("get weight shop/vcn1", "75 (initial 100)");

        pages.line = AgentCheck.line(workers(9, 12), false);
        await("get weight shop/vcn1", "25 (initial 100)");

        pages.line = AgentCheck.line(workers(12, 12), false);
        await("get weight shop/vcn1", "1 (initial 100)");
    }

    @Test
    void drainDrainsAndReadyTakesItBack() throws Exception {
        await("show stat", ",UP,");

        pages.draining(true);
        await("show stat", ",DRAIN");

        pages.draining(false);
        await("show stat", ",UP,");
        await("get weight shop/vcn1", "75 (initial 100)");
    }

    private static NodeSample workers(int busy, int most) {
        NodeSample sample = new NodeSample();
        sample.set(Metric.AMX_CONNS_Q_THRBSY_PERCENT, 100.0 * busy / most);
        return sample;
    }

    private void await(String command, String wanted) throws Exception {
        String said = "";
        for (int i = 0; i < TRIES; i++) {
            said = Files.exists(socket()) ? ask(command) : "";
            if (said.contains(wanted)) {
                return;
            }
            Thread.sleep(BETWEEN_TRIES_MS);
        }
        assertThat(said)
                .as("what HAProxy says to: " + command + "; its log: "
                        + Files.readString(directory.resolve("haproxy.log")))
                .contains(wanted);
    }

    private String ask(String command) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            channel.write(ByteBuffer.wrap((command + "\n").getBytes(StandardCharsets.US_ASCII)));
            InputStream in = Channels.newInputStream(channel);
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private Path socket() {
        return directory.resolve("stats");
    }
}
