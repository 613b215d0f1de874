// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Timeouts: each is the longest silence, not the longest time. The short one under test is 300 ms, all others are 20 s.
 */
@Tag("thorough")
class PatienceIT {

    private static final int SHORT_MS = 300;
    private static final int LONG_MS = 20_000;

    private Stand stand = Stand.of(1, s -> s.clientTimeouts(SHORT_MS, LONG_MS, LONG_MS));

    private void use(java.util.function.UnaryOperator<TestSettings> settings) throws IOException {
        stand.close();
        stand = Stand.of(1, settings);
    }

    @AfterEach
    void stop() throws IOException {
        assertThat(stand.takeMalformed()).isEmpty();
        stand.close();
    }

    private void timesOut(String half) throws IOException {
        try (RawClient client = stand.connect()) {
            client.send(half);
            Message answer = client.response("GET");
            assertThat(answer.status()).as("answer to %s", half).isEqualTo(408);
            assertThat(answer.value("Connection")).isEqualToIgnoringCase("close");
            client.end();
        }
    }

    @Test
    void givesUpOnAHeadThatStops() throws Exception {
        timesOut("G");
        timesOut("GET / HTTP/1.1\r\n");
        timesOut("GET / HTTP/1.1\r\nHost: a\r\n");
        timesOut("GET / HTTP/1.1\r\nHost: a\r\n\r");
        assertThat(stand.receivedBytes()).isZero();
    }

    @Test
    void closesANewConnectionThatSaysNothing() throws Exception {
        use(s -> s.clientTimeouts(SHORT_MS, LONG_MS, LONG_MS));
        try (RawClient client = stand.connect()) {
            client.end();
        }
    }

    @Test
    void givesUpOnAHeadThatDripsForEver() throws Exception {
        try (RawClient client = stand.connect()) {
            boolean hungUp = false;
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX: ");
            for (int i = 0; i < 100 && !hungUp; i++) {
                hungUp = !client.silentFor(100) || !client.trySend(Wire.bytes("x"));
            }
            assertThat(hungUp)
                    .as("hangs up on a client that sends a byte each 100 ms")
                    .isTrue();
            assertThat(client.response("GET").status()).isEqualTo(408);
        }
    }

    @Test
    void endsADrippingHeadAfterTwiceThePatience() throws Exception {
        use(s -> s.clientTimeouts(1000, LONG_MS, LONG_MS));
        try (RawClient client = stand.connect()) {
            long fromNs = System.nanoTime();
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX: ");
            while (client.silentFor(100) && client.trySend(Wire.bytes("x"))) {
                assertThat(System.nanoTime() - fromNs).isLessThan(10_000_000_000L);
            }
            assertThat((System.nanoTime() - fromNs) / 1_000_000)
                    .as("life of the head, ms")
                    .isBetween(1900L, 2800L);
            assertThat(client.response("GET").status()).isEqualTo(408);
        }
    }

    @Test
    void closesASilentSecondHeadAsWell() throws Exception {
        try (RawClient client = stand.connect()) {
            client.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HT");
            assertThat(client.response("GET").status()).isEqualTo(200);
            assertThat(client.response("GET").status()).isEqualTo(408);
            client.end();
        }
    }

    @Test
    void givesUpOnABodyThatStops() throws Exception {
        use(s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS));
        timesOut("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello");
        timesOut("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
        timesOut("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
        stand.settle();
        assertThat(stand.requests()).isEmpty();
        Until.holds(
                "the end of each connection with half a request",
                () -> stand.node().peers().stream().filter(p -> !p.isOver()).count() <= 1);
    }

    @Test
    void waitsForABodyThatIsSlowButMoves() throws Exception {
        use(s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS).nodeTimeouts(LONG_MS, SHORT_MS, LONG_MS));
        try (RawClient client = stand.connect()) {
            client.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
            for (int i = 0; i < 10; i++) {
                Until.passed(100);
                client.send("x");
            }
            assertThat(client.response("POST").text()).isEqualTo("xxxxxxxxxx");
        }
    }

    @Test
    void closesIdleClients() throws Exception {
        use(s -> s.clientTimeouts(LONG_MS, LONG_MS, SHORT_MS));
        try (RawClient silent = stand.connect();
                RawClient kept = stand.connect()) {
            kept.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(kept.response("GET").status()).isEqualTo(200);
            kept.end();
            silent.end();
        }
    }

    @Test
    void givesUpOnASilentNode() throws Exception {
        use(s -> s.nodeTimeouts(LONG_MS, SHORT_MS, LONG_MS));
        stand.on("/silent", (peer, head) -> {
            peer.body();
            peer.awaitEnd();
            peer.close();
        });
        for (String method : List.of("GET", "POST")) {
            try (RawClient client = stand.connect()) {
                client.send(method + " /silent HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
                assertThat(client.response(method).status()).isEqualTo(504);
            }
        }
        assertThat(stand.requests().stream().filter(m -> m.method().equals("POST")))
                .hasSize(1);
        assertThat(stand.node().peers().get(0).over()).isTrue();
    }

    @Test
    void cutsAnAnswerThatStops() throws Exception {
        use(s -> s.nodeTimeouts(LONG_MS, SHORT_MS, LONG_MS));
        stand.on("/stops", (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
            peer.awaitEnd();
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            client.send("GET /stops HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.head("GET").status()).isEqualTo(200);
            assertThat(Wire.text(client.rest())).isEqualTo("hello");
        }
        assertThat(stand.node().peers().get(0).over()).isTrue();
    }

    @Test
    void waitsForAnAnswerThatIsSlowButMoves() throws Exception {
        use(s -> s.nodeTimeouts(LONG_MS, SHORT_MS, LONG_MS).clientTimeouts(SHORT_MS, SHORT_MS, SHORT_MS));
        stand.on("/slow", (peer, head) -> {
            peer.body();
            String raw = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789";
            for (int i = 0; i < raw.length(); i += 4) {
                Until.passed(100);
                peer.write(raw.substring(i, Math.min(raw.length(), i + 4)));
            }
        });
        try (RawClient client = stand.connect()) {
            client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.response("GET").text()).isEqualTo("0123456789");
        }
    }

    @Test
    void doesNotTakeWaitingForTheNodeForAnIdleClient() throws Exception {
        use(s -> s.clientTimeouts(SHORT_MS, SHORT_MS, SHORT_MS));
        stand.on("/long", (peer, head) -> {
            peer.body();
            Until.passed(1200);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        });
        try (RawClient client = stand.connect()) {
            client.send("POST /long HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok");
            assertThat(client.response("POST").text()).isEqualTo("ok");
        }
    }

    @Test
    void closesAClientThatTakesNoMoreOfTheAnswer() throws Exception {
        use(s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS));
        stand.on("/big", (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n");
            byte[] part = new byte[64 * 1024];
            for (int i = 0; i < 3000; i++) {
                peer.write(part);
            }
        });
        try (RawClient client = stand.connect()) {
            client.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.head("GET").status()).isEqualTo(200);
            assertThat(stand.node().peers().get(0).over())
                    .as("the node is let go")
                    .isTrue();
        }
    }

    @Test
    void closesASilentTunnelOnly() throws Exception {
        use(s -> s.nodeTimeouts(LONG_MS, LONG_MS, SHORT_MS));
        stand.on("/ws", (peer, head) -> {
            int end = peer.headEnd();
            peer.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
            peer.becomeTunnel(end);
            for (int i = 0; i < 8; i++) {
                peer.write(peer.take(1));
            }
            peer.awaitEnd();
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            client.send("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
            assertThat(client.response("GET").status()).isEqualTo(101);
            for (int i = 0; i < 8; i++) {
                Until.passed(100);
                client.send("x");
                assertThat(Wire.text(client.bytes(1))).isEqualTo("x");
            }
            client.end();
        }
        assertThat(stand.node().peers().get(0).over()).isTrue();
    }

    @Test
    void givesUpOnANodeThatAcceptsNoConnection() throws Exception {
        List<Socket> filling = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 8; i++) {
                Socket socket = new Socket();
                filling.add(socket);
                try {
                    socket.connect(full.getLocalSocketAddress(), 50);
                } catch (IOException e) {
                    break;
                }
            }
            TestSettings settings =
                    TestSettings.of().andNode("full", full.getLocalPort()).nodeTimeouts(SHORT_MS, LONG_MS, LONG_MS);
            try (TestDispatcher dispatcher = TestDispatcher.start(settings);
                    RawClient client = dispatcher.connect()) {
                client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok");
                assertThat(client.response("POST").status()).isEqualTo(504);
            }
        } finally {
            for (Socket socket : filling) {
                socket.close();
            }
        }
    }

    @Test
    void answersWhenNobodyListens() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of().andNode("none", port));
                RawClient client = dispatcher.connect()) {
            client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.response("GET").status()).isEqualTo(502);
        }
    }

    @Test
    void keepsAnHonestPaceUnderAllShortTimeouts() throws Exception {
        use(s -> s.clientTimeouts(SHORT_MS, SHORT_MS, SHORT_MS).nodeTimeouts(SHORT_MS, SHORT_MS, SHORT_MS));
        stand.on("/quick", Script.echo("n1"));
        try (RawClient client = stand.connect()) {
            for (int i = 0; i < 10; i++) {
                Until.passed(100);
                client.send("GET /quick HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.response("GET").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void doesNotTakeAClientThatWaitsFor100ForASilentOne() throws Exception {
        use(s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS));
        stand.on("/ponder", (peer, head) -> {
            Until.passed(3 * SHORT_MS);
            peer.write("HTTP/1.1 100 Continue\r\n\r\n");
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        });
        try (RawClient client = stand.connect()) {
            client.send("POST /ponder HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.next("POST").status()).isEqualTo(100);
            client.send("body");
            assertThat(client.response("POST").text()).isEqualTo("ok");
        }
        try (RawClient client = stand.connect()) {
            client.send("POST /ponder HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.next("POST").status()).isEqualTo(100);
            assertThat(client.response("POST").status()).isEqualTo(408);
        }
    }

    @Test
    void doesNotTakeASlowReaderForOneThatDoesNotRead() throws Exception {
        use(s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS));
        int size = 7 << 20;
        stand.on("/much", (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
            peer.write(new byte[size]);
        });
        try (Socket client = stand.dispatcher().door().socket()) {
            client.setReceiveBufferSize(64 << 10);
            client.getOutputStream().write(Wire.bytes("GET /much HTTP/1.1\r\nHost: a\r\n\r\n"));
            for (int got = 0; got < size; ) {
                int count = client.getInputStream().readNBytes(32 << 10).length;
                assertThat(count).as("bytes read behind %d", got).isPositive();
                got += count;
                Until.passed(20);
            }
        }
    }
}
