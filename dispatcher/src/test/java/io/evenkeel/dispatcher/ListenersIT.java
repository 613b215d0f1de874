// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.kit.FreePort;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Listeners that come and go with reloads, and the end of a drain. */
class ListenersIT {

    private final AtomicReference<Settings> settings = new AtomicReference<>();

    private Dispatcher start(TestSettings first) throws Exception {
        settings.set(first.build());
        return Dispatcher.start(() -> Objects.requireNonNull(settings.get()));
    }

    private static TestSettings tcp(ServerSocket node) {
        return TestSettings.of().andNode("n1", node.getLocalPort()).tcp();
    }

    private static Socket connect(Dispatcher dispatcher, String listener) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), dispatcher.port(listener));
        socket.setSoTimeout(20_000);
        return socket;
    }

    @Test
    void theFiguresOfAListenerGoWithIt() throws Exception {
        try (ServerSocket node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Dispatcher dispatcher = start(tcp(node));
                Socket left = connect(dispatcher, "web");
                Socket server = node.accept()) {
            Until.holds(
                    "the connection", () -> dispatcher.meters().listener("web").open() == 1);

            settings.set(tcp(node).listener("shop").build());
            assertThat(dispatcher.reload().applied()).isTrue();

            assertThat(dispatcher.meters().listener("web").accepted()).isZero();
            server.getOutputStream().write(1);
            assertThat(left.getInputStream().read()).as("goes on").isEqualTo(1);
            left.close();
            assertThat(server.getInputStream().read()).isEqualTo(-1);
            server.close();
            Until.holds(
                    "the end of the connection",
                    () -> dispatcher.meters().cluster("shop").tasks() == 1);
            assertThat(dispatcher.meters().listener("web").accepted()).isZero();
        }
    }

    @Test
    void theFiguresOfAListenerThatMovesStay() throws Exception {
        try (ServerSocket node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Dispatcher dispatcher = start(tcp(node));
                Socket client = connect(dispatcher, "web");
                Socket server = node.accept()) {
            Until.holds(
                    "the connection", () -> dispatcher.meters().listener("web").open() == 1);
            int port = FreePort.find();

            settings.set(tcp(node).port(port).build());
            assertThat(dispatcher.reload().applied()).isTrue();

            assertThat(dispatcher.port("web")).isEqualTo(port);
            assertThat(dispatcher.meters().listener("web").accepted()).isEqualTo(1);
            server.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);
        }
    }

    @Test
    void aDrainWaitsForTheConnectionsOfAListenerThatAReloadHasRemoved() throws Exception {
        try (ServerSocket node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Dispatcher dispatcher = start(tcp(node).drain(20_000));
                Socket client = connect(dispatcher, "web");
                Socket server = node.accept()) {
            settings.set(tcp(node).drain(20_000).listener("shop").build());
            assertThat(dispatcher.reload().applied()).isTrue();
            Thread drain = drain(dispatcher);

            drain.join(200);
            assertThat(drain.isAlive()).isTrue();
            client.close();
            server.close();

            drain.join(10_000);
            assertThat(drain.isAlive()).isFalse();
        }
    }

    private static Thread drain(Dispatcher dispatcher) {
        Thread drain = new Thread(() -> {
            try {
                dispatcher.drain();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        drain.start();
        return drain;
    }

    @Test
    void aDrainThatTakesTooLongResetsTunnels() throws Exception {
        try (ServerSocket node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Dispatcher dispatcher = start(tcp(node).drain(200));
                Socket client = connect(dispatcher, "web");
                Socket server = node.accept()) {
            server.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);

            dispatcher.drain();

            assertThat(dispatcher.meters().cluster("shop").tasks())
                    .as("ended by now")
                    .isEqualTo(1);
            assertThatThrownBy(() -> client.getInputStream().read())
                    .as("an orderly end would pass for the end of what the node had to say")
                    .isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }
}
