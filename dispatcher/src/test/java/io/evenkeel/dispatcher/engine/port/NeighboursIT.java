// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Listener;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.log.EventLog;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.uring.IoUring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two engines on one address, as in two processes. */
final class NeighboursIT {

    private static final int CLIENTS = 200;
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

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
            Listener before = old.listen(ANY, counting(atOld));
            ofNew.before(2);
            Listener after = newcomer.listen(before.address(), counting(atNew));
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

    /** The kernel's choice is by places in a list, which the first socket that is closed puts in disorder. */
    @ParameterizedTest
    @MethodSource("transports")
    void nobodyComesToTheOldOneWhileALoopOfItIsLateToClose(Transport transport) throws Exception {
        AtomicInteger atOld = new AtomicInteger();
        AtomicInteger atNew = new AtomicInteger();
        Neighbours ofOld = new Neighbours();
        Neighbours ofNew = new Neighbours();
        CountDownLatch late = new CountDownLatch(1);
        List<Socket> clients = new ArrayList<>();
        try (Engine old = engine(transport, 2, ofOld);
                Engine newcomer = engine(transport, 2, ofNew)) {
            Listener before = old.listen(ANY, counting(atOld));
            ofNew.before(2);
            Listener after = newcomer.listen(before.address(), counting(atNew));
            ofOld.after(true);
            old.loops().get(1).execute(() -> awaitQuietly(late));
            Thread closing = new Thread(before::close, "closing");
            closing.start();
            awaitMillis(old.loops().get(0), 50); // that loop has been quiet by then

            connect(clients, after);
            late.countDown();
            closing.join();
            Until.holds("all clients", () -> atNew.get() + atOld.get() == CLIENTS);
            assertThat(atOld).as("clients at the old one").hasValue(0);
        } finally {
            late.countDown();
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    /** A client that connects meanwhile is late, and not lost. */
    @Test
    void aSocketThatTakesNothingNewLeavesItsClientsToTheNext() throws Exception {
        Epoll.ensureAvailability();
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        try (Socket client = new Socket()) {
            ServerSocketChannel channel = new EpollServerSocketChannel();
            loop.register(channel).sync();
            channel.bind(ANY).sync();
            assertThat(NoNewClients.begin(channel)).isTrue();
            assertThatThrownBy(() -> client.connect(channel.localAddress(), 100))
                    .isInstanceOf(SocketTimeoutException.class);
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    /** More sockets than before: with the old places in force, the first of them would get next to nothing. */
    @ParameterizedTest
    @MethodSource("transports")
    void theNewcomersLoopsShareEquallyOnceTheyAreAlone(Transport transport) throws Exception {
        AtomicIntegerArray clientsOf = new AtomicIntegerArray(3);
        Neighbours ofOld = new Neighbours();
        Neighbours ofNew = new Neighbours();
        List<Socket> clients = new ArrayList<>();
        try (Engine old = engine(transport, 1, ofOld);
                Engine newcomer = engine(transport, 3, ofNew)) {
            Listener before = old.listen(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), connection -> DiscardHandler.HANDLER);
            ofNew.before(1);
            Listener after = newcomer.listen(before.address(), connection -> {
                clientsOf.incrementAndGet(connection.loop().index());
                return DiscardHandler.HANDLER;
            });
            ofOld.after(true);
            before.close();
            ofNew.before(0);

            connect(clients, after);

            Until.holds("all", () -> clientsOf.get(0) + clientsOf.get(1) + clientsOf.get(2) == CLIENTS);
            assertThat(IntStream.range(0, 3).map(clientsOf::get).min().orElse(0))
                    .as("the fewest of %s", clientsOf)
                    .isGreaterThan(CLIENTS / 6);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static void awaitMillis(Loop loop, int millis) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        loop.execute(
                () -> loop.timers().timeout(over::countDown).arm(loop.nowNs() + TimeUnit.MILLISECONDS.toNanos(millis)));
        assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ConnectionAcceptor counting(AtomicInteger clients) {
        return connection -> {
            clients.incrementAndGet();
            return DiscardHandler.HANDLER;
        };
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
