// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The promises of a connection, of one that an engine has accepted from a socket of the JDK. */
abstract class SocketContract extends ConnectionContract {

    final Engine engine;
    final Socket socket = new Socket();

    SocketContract(Transport transport) {
        engine = engine(transport);
    }

    static Engine engine(Transport transport) {
        return Engine.open(new EngineSettings(transport, 1, Duration.ofSeconds(1)));
    }

    static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Connects the socket, which takes little at once. */
    void connect(Listener listener) throws IOException {
        socket.setReceiveBufferSize(8 << 10);
        socket.setSoTimeout(20_000);
        socket.connect(listener.address());
    }

    /**
     * The other end of the connection.
     *
     * @param mine the socket, or one of TLS around it
     */
    FarEnd farEnd(Socket mine) {
        return new FarEnd() {
            @Override
            public void sends(String text) throws IOException {
                mine.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            }

            @Override
            public void ends() throws IOException {
                mine.shutdownOutput();
            }

            @Override
            public void breaks() throws IOException {
                socket.setSoLinger(true, 0);
                socket.close();
            }

            @Override
            public void takesNothing() {}

            @Override
            public String gets(int octets) throws IOException {
                return new String(mine.getInputStream().readNBytes(octets), StandardCharsets.ISO_8859_1);
            }

            @Override
            public boolean seesOrderlyEnd() throws IOException {
                try {
                    assertThat(mine.getInputStream().read())
                            .as("no further byte")
                            .isEqualTo(-1);
                    return true;
                } catch (SocketException reset) {
                    return false;
                }
            }
        };
    }

    @Override
    void on(Connection of, Runnable work) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        of.loop().execute(() -> {
            try {
                work.run();
                done.complete(true);
            } catch (RuntimeException | AssertionError e) {
                done.completeExceptionally(e);
            }
        });
        done.get(20, TimeUnit.SECONDS);
    }

    @Override
    boolean seesUnreadOctets() {
        return engine.transport() != Transport.NIO;
    }

    @Override
    void await(String what, BooleanSupplier condition) {
        Until.holds(what, condition);
    }
}
