// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DelayingProxyIT {

    private ServerSocket echo;
    private DelayingProxy port;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        CompletableFuture.runAsync(this::echo);
        port = DelayingProxy.open(echo.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        port.close();
        echo.close();
    }

    private void echo() {
        try (Socket one = echo.accept()) {
            one.getInputStream().transferTo(one.getOutputStream());
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port.port());
    }

    @Test
    void whatIsSentComesBackUnchangedAndInOrder() throws IOException {
        byte[] sent = new byte[300_000];
        new Random(5).nextBytes(sent);
        port.roundTrip(Duration.ofMillis(1));
        try (Socket socket = connect()) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(socket, sent));
            assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            assertThat(writing).succeedsWithin(Duration.ofSeconds(5));
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRoundTripTakesAtLeastItsTime() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            port.roundTrip(Duration.ofMillis(120));
            long beganNs = System.nanoTime();
            socket.getOutputStream().write(2);
            assertThat(socket.getInputStream().read()).isEqualTo(2);
            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(120_000_000L);
        }
    }

    @Test
    void anEndOnOneSideIsAnEndOnTheOther() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            port.close();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
