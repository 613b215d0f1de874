// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.node.AdminState;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A TCP listener of a configuration file whose clients belong to nodes by their addresses, over sockets. The addresses
 * are those of the loopback network, from which each client connects.
 */
@Timeout(60)
class TcpAffinityIT {

    private static final int CLIENTS = 9;

    @TempDir
    private Path folder;

    private final List<ServerSocket> nodes = new ArrayList<>();
    private Path config;

    @BeforeEach
    void start() throws IOException {
        config = folder.resolve("db.yaml");
        for (int i = 1; i <= 3; i++) {
            nodes.add(node("n" + i));
        }
    }

    @AfterEach
    void stop() throws IOException {
        for (ServerSocket node : nodes) {
            node.close();
        }
    }

    /** A server that tells every client its name and hangs up. */
    private static ServerSocket node(String name) throws IOException {
        ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> greet(server, name), name);
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static void greet(ServerSocket server, String name) {
        try {
            while (true) {
                try (Socket socket = server.accept();
                        OutputStream out = socket.getOutputStream()) {
                    out.write(name.getBytes(StandardCharsets.US_ASCII));
                    socket.shutdownOutput();
                    socket.getInputStream().readAllBytes();
                }
            }
        } catch (IOException e) {
            assertThat(server.isClosed()).isTrue();
        }
    }

    private void write(String affinity) throws IOException {
        StringBuilder text = new StringBuilder("""
                listeners: [{name: db, address: "127.0.0.1:0", protocol: tcp, cluster: db}]
                clusters:
                  db:
                    policy: round-robin
                    affinity: %s
                    nodes:
                """.formatted(affinity));
        for (int i = 0; i < nodes.size(); i++) {
            text.append("      - {name: n")
                    .append(i + 1)
                    .append(", address: \"127.0.0.1:")
                    .append(nodes.get(i).getLocalPort())
                    .append("\"}\n");
        }
        Files.writeString(config, text);
    }

    /** The names of the nodes that clients 1, 2, … reach, each from an address of its own. */
    private static List<String> round(Dispatcher dispatcher) throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= CLIENTS; i++) {
            try (Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(),
                    dispatcher.port("db"),
                    InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) i}),
                    0)) {
                socket.setSoTimeout(20_000);
                names.add(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            }
        }
        return names;
    }

    @Test
    void everyAddressStaysAtItsNodeThroughAReloadAndADrain() throws Exception {
        write("source-ip");
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(config))) {
            List<String> first = round(dispatcher);
            assertThat(first).containsOnly("n1", "n2", "n3");
            assertThat(round(dispatcher)).isEqualTo(first);
            write("{mode: source-ip, strict: true}");
            assertThat(dispatcher.control().reload().problems()).isEmpty();
            assertThat(round(dispatcher)).isEqualTo(first);
            dispatcher.control().want("db", "n2", AdminState.DRAIN, "update");
            assertThat(round(dispatcher)).isEqualTo(first);

            SessionsView sessions = dispatcher.control().sessions("db");
            assertThat(sessions.mode()).isEqualTo("source-ip");
            assertThat(sessions.kept()).isEqualTo(3 * CLIENTS);
            assertThat(sessions.moved()).isZero();
        }
    }

    @Test
    void addressesOfANodeThatIsGoneMoveAndTheOthersStay() throws Exception {
        write("source-ip");
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(config))) {
            List<String> first = round(dispatcher);
            dispatcher.control().want("db", "n2", AdminState.MAINT, "gone");
            List<String> moved = round(dispatcher);
            dispatcher.control().want("db", "n2", AdminState.READY, "back");

            assertThat(moved).containsOnly("n1", "n3");
            assertThat(round(dispatcher)).as("nobody moves again").isEqualTo(moved);
            assertThat(IntStream.range(0, CLIENTS).filter(i -> !moved.get(i).equals(first.get(i))))
                    .as("clients that moved")
                    .allMatch(i -> first.get(i).equals("n2"));
            assertThat(dispatcher.control().sessions("db").moved())
                    .isEqualTo(first.stream().filter("n2"::equals).count());
        }
    }

    @Test
    void withoutAffinityAddressesGoRound() throws Exception {
        write("none");
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(config))) {
            assertThat(round(dispatcher)).containsExactly("n1", "n2", "n3", "n1", "n2", "n3", "n1", "n2", "n3");
            dispatcher.control().want("db", "n3", AdminState.MAINT, "so that the order changes");
            assertThat(round(dispatcher)).containsOnly("n1", "n2");
        }
    }
}
