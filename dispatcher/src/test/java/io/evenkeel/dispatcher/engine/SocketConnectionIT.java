// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.EngineSettings.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** Connections on sockets keep their promises, with each transport that is always there. */
class SocketConnectionIT {

    /** With the transport that the machine has. */
    @Nested
    class Usual extends OverSockets {
        Usual() {
            super(Transport.AUTO);
        }
    }

    /** With the JDK's selectors. */
    @Nested
    class Nio extends OverSockets {
        Nio() {
            super(Transport.NIO);
        }
    }

    abstract static class OverSockets extends ConnectionContract {

        private final Engine engine;
        private final Transport transport;
        private final Socket socket = new Socket();

        OverSockets(Transport transport) {
            this.transport = transport;
            engine = Engine.open(new EngineSettings(transport, 1, Duration.ofSeconds(1)));
        }

        @AfterEach
        void close() throws IOException {
            socket.close();
            engine.close();
        }

        @Override
        Link open(ConnectionHandler handler) throws Exception {
            CompletableFuture<Connection> accepted = new CompletableFuture<>();
            InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            Listener listener = engine.listen(anyPort, connection -> {
                accepted.complete(connection);
                return handler;
            });
            socket.setReceiveBufferSize(8 << 10);
            socket.setSoTimeout(20_000);
            socket.connect(listener.address());
            Connection connection = accepted.get(20, TimeUnit.SECONDS);
            await("opened", connection::open);
            return new Link(connection, farEnd(socket));
        }

        private static FarEnd farEnd(Socket mine) {
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
                    mine.setSoLinger(true, 0);
                    mine.close();
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
                                .as("no further octet")
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
            return transport != Transport.NIO;
        }

        @Override
        void await(String what, BooleanSupplier condition) {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!condition.getAsBoolean()) {
                assertThat(System.nanoTime() - endNs).as(what).isNegative();
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
