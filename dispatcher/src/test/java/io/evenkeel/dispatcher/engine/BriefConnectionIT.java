// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small questions over real sockets, past Netty's channel and through it. */
@Timeout(60)
class BriefConnectionIT {

    private static final EngineSettings ONE_LOOP =
            new EngineSettings(EngineSettings.Transport.AUTO, 1, Duration.ofSeconds(1));

    private Engine engine = Engine.open(ONE_LOOP);

    @AfterEach
    void stop() {
        engine.close();
    }

    private void use(boolean direct) {
        if (!direct) {
            engine.close();
            engine = Engine.openPlain(ONE_LOOP);
        }
    }

    /** Says "hi?" and notes what comes. */
    private static final class Asker implements BriefConnection.Handler {
        final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        final StringBuilder heard = new StringBuilder();
        volatile int enough = Integer.MAX_VALUE;
        volatile boolean fails;
        private @Nullable BriefConnection connection;

        @Override
        public void opened(BriefConnection opened) {
            connection = opened;
            events.add("opened");
            ByteBuf question = ByteBufAllocator.DEFAULT.directBuffer().writeBytes("hi?".getBytes(US_ASCII));
            opened.write(question);
            question.release();
        }

        @Override
        public void received(ByteBuf bytes) {
            if (fails) {
                throw new IllegalStateException("the handler of the test fails");
            }
            heard.append(bytes.toString(US_ASCII));
            if (heard.length() >= enough) {
                close();
            }
        }

        private void close() {
            if (connection != null) {
                connection.close();
            }
        }

        @Override
        public void inputEnded() {
            events.add("inputEnded");
            close();
        }

        @Override
        public void failed(Throwable cause) {
            events.add("failed");
        }

        @Override
        public void closed() {
            events.add("closed");
        }

        String next() throws InterruptedException {
            String event = events.poll(20, TimeUnit.SECONDS);
            return event == null ? "nothing for 20 s" : event;
        }
    }

    private void ask(InetSocketAddress address, Asker asker) {
        Loop loop = engine.loops().get(0);
        loop.execute(() -> engine.ask(loop, address, Duration.ofSeconds(10), asker));
    }

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static InetSocketAddress address(ServerSocket server) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hearsAnAnswerOfAnyLengthAndItsEnd(boolean direct) throws Exception {
        use(direct);
        for (int length : new int[] {0, 1, 16 << 10, 100_000}) {
            Asker asker = new Asker();
            try (ServerSocket server = server()) {
                ask(address(server), asker);
                try (Socket peer = server.accept()) {
                    assertThat(new String(peer.getInputStream().readNBytes(3), US_ASCII))
                            .isEqualTo("hi?");
                    peer.getOutputStream().write("x".repeat(length).getBytes(US_ASCII));
                }
                assertThat(asker.next()).isEqualTo("opened");
                assertThat(asker.next()).isEqualTo("inputEnded");
                assertThat(asker.next()).isEqualTo("closed");
                assertThat(asker.heard).hasSize(length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hearsPiecesThatComeOneAfterTheOther(boolean direct) throws Exception {
        use(direct);
        Asker asker = new Asker();
        try (ServerSocket server = server()) {
            ask(address(server), asker);
            try (Socket peer = server.accept()) {
                peer.setTcpNoDelay(true);
                assertThat(peer.getInputStream().readNBytes(3)).hasSize(3);
                for (int piece = 0; piece < 50; piece++) {
                    peer.getOutputStream().write("abc".getBytes(US_ASCII));
                }
            }
            assertThat(asker.next()).isEqualTo("opened");
            assertThat(asker.next()).isEqualTo("inputEnded");
            assertThat(asker.heard).hasToString("abc".repeat(50));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hearsNothingAfterItHasClosed(boolean direct) throws Exception {
        use(direct);
        Asker asker = new Asker();
        asker.enough = 1;
        try (ServerSocket server = server()) {
            ask(address(server), asker);
            try (Socket peer = server.accept()) {
                peer.getOutputStream().write('a');
                assertThat(asker.next()).isEqualTo("opened");
                assertThat(asker.next()).isEqualTo("closed");
                assertThat(peer.getInputStream().readAllBytes().length).isLessThanOrEqualTo(3);
            } catch (IOException e) {
                assertThat(e).as("the peer may see a reset").hasMessageStartingWith("Connection reset");
            }
        }
        assertThat(asker.events).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsThatNobodyListens(boolean direct) throws Exception {
        use(direct);
        InetSocketAddress nobody;
        try (ServerSocket server = server()) {
            nobody = address(server);
        }
        Asker asker = new Asker();
        ask(nobody, asker);
        assertThat(asker.next()).isEqualTo("failed");
        assertThat(asker.next()).isEqualTo("closed");
        assertThat(asker.events).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsThatAHostHasNoAddress(boolean direct) throws Exception {
        use(direct);
        Asker asker = new Asker();
        ask(InetSocketAddress.createUnresolved("nowhere.invalid", 80), asker);
        assertThat(asker.next()).isEqualTo("failed");
        assertThat(asker.next()).isEqualTo("closed");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHandlerThatFailsClosesItsConnectionAndHarmsNobodyElse(boolean direct) throws Exception {
        use(direct);
        Asker bad = new Asker();
        bad.fails = true;
        Asker good = new Asker();
        try (ServerSocket server = server()) {
            ask(address(server), bad);
            try (Socket peer = server.accept()) {
                peer.getOutputStream().write('a');
                assertThat(bad.next()).isEqualTo("opened");
                assertThat(bad.next()).isEqualTo("failed");
                assertThat(bad.next()).isEqualTo("closed");
            }
            ask(address(server), good);
            server.accept().close();
            assertThat(good.next()).isEqualTo("opened");
        }
    }
}
