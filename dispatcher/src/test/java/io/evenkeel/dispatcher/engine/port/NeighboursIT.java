// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Listener;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.log.EventLog;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two engines on one address, as in two processes. */
final class NeighboursIT {

    private static final int CLIENTS = 200;

    static Stream<Transport> transports() {
        Stream.Builder<Transport> transports = Stream.builder();
        if (Epoll.isAvailable()) {
            transports.add(Transport.EPOLL);
        }
        if (IoUring.isAvailable()) {
            transports.add(Transport.IO_URING);
        }
        return transports.build();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void clientsOfASharedAddressGoToTheNewcomerAndStayThere(Transport transport) throws Exception {
        AtomicInteger atOld = new AtomicInteger();
        AtomicInteger atNew = new AtomicInteger();
        Neighbours ofOld = new Neighbours();
        Neighbours ofNew = new Neighbours();
        List<Socket> clients = new ArrayList<>();
        try (Engine old = engine(transport, 2, ofOld);
                Engine newcomer = engine(transport, 3, ofNew)) {
            Listener before = old.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), connection -> {
                atOld.incrementAndGet();
                return DiscardHandler.HANDLER;
            });
            ofNew.before(2);
            Listener after = newcomer.listen(before.address(), connection -> {
                atNew.incrementAndGet();
                return DiscardHandler.HANDLER;
            });
            connect(clients, after);
            Until.holds("the first clients", () -> atNew.get() + atOld.get() == CLIENTS);
            assertThat(atOld).as("clients at the old one").hasValue(0);

            ofOld.after(true);
            before.close();
            connect(clients, after);
            Until.holds("the others", () -> atNew.get() == 2 * CLIENTS);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static Engine engine(Transport transport, int loops, Neighbours neighbours) {
        return Engine.open(new EngineSettings(transport, loops, Duration.ofSeconds(1)), new EventLog(), neighbours);
    }

    private static void connect(List<Socket> clients, Listener listener) throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Socket(
                    listener.address().getAddress(), listener.address().getPort()));
        }
    }
}
