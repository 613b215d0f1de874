// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.ClusterSettings.ProxyProtocol;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.tunnel.tcp.TcpStand.Variant;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A TCP listener between real sockets, on every transport. */
@Tag("thorough")
class TcpListenerIT {

    private static final long SEED = Long.getLong("seed", 5);

    static Stream<Variant> variants() {
        return TcpStand.variants();
    }

    /** Sends pseudo-random bytes in pieces of pseudo-random size; answers their checksum. */
    private static CompletableFuture<Long> send(Socket socket, long length, long seed) {
        return CompletableFuture.supplyAsync(() -> {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] piece = new byte[1 << 17];
            CRC32 sum = new CRC32();
            long left = length;
            try {
                OutputStream out = socket.getOutputStream();
                while (left > 0) {
                    int size = (int) Math.min(left, random.nextInt(1, piece.length));
                    random.nextBytes(piece);
                    sum.update(piece, 0, size);
                    out.write(piece, 0, size);
                    left -= size;
                }
                socket.shutdownOutput();
                return sum.getValue();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static CompletableFuture<Long> receive(Socket socket, long length) {
        return CompletableFuture.supplyAsync(() -> {
            CRC32 sum = new CRC32();
            byte[] piece = new byte[1 << 16];
            long total = 0;
            try {
                InputStream in = socket.getInputStream();
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    sum.update(piece, 0, read);
                    total += read;
                }
            } catch (IOException e) {
                throw new AssertionError("after " + total + " bytes", e);
            }
            assertThat(total).as("bytes until the FIN").isEqualTo(length);
            return sum.getValue();
        });
    }

    private static <T> T get(CompletableFuture<T> future)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void bytesArriveUnchangedBothWaysWhateverTheirNumber(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant).node(node.port()).start()) {
            long[] lengths = {0, 1, 2, 4_095, 16_384, 65_537, 1_000_000, 50_000_000};
            for (int i = 0; i < lengths.length; i++) {
                long up = lengths[i];
                long down = lengths[lengths.length - 1 - i];
                try (Socket client = stand.connect();
                        Socket server = node.next()) {
                    CompletableFuture<Long> sentUp = send(client, up, SEED + i);
                    CompletableFuture<Long> sentDown = send(server, down, SEED - i - 1);
                    CompletableFuture<Long> gotUp = receive(server, up);
                    CompletableFuture<Long> gotDown = receive(client, down);
                    assertThat(get(gotUp)).as("%d bytes up, seed %d", up, SEED).isEqualTo(get(sentUp));
                    assertThat(get(gotDown))
                            .as("%d bytes down, seed %d", down, SEED)
                            .isEqualTo(get(sentDown));
                }
            }
            Until.holds(
                    "the end of all connections",
                    () -> stand.frontend().clients().count() == 0);
            NodeCounts counts =
                    stand.cluster().table().counts(stand.cluster().nodes().get(0));
            assertThat(counts.inFlight()).isZero();
            assertThat(counts.connections()).isZero();
            assertThat(counts.succeeded()).isEqualTo(lengths.length);
            assertThat(stand.meters.cluster("db").bytesIn())
                    .isEqualTo(Arrays.stream(lengths).sum());
            assertThat(stand.meters.cluster("db").bytesOut())
                    .isEqualTo(Arrays.stream(lengths).sum());
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void manyShortMessagesGoBackAndForthAfterAStream(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant).node(node.port()).start();
                Socket client = stand.connect();
                Socket server = node.next()) {
            SplittableRandom random = new SplittableRandom(SEED);
            byte[] message = new byte[3_000_000];
            for (int round = 0; round < 60; round++) {
                random.nextBytes(message);
                int size = round % 10 == 5 ? message.length : random.nextInt(1, 40_000);
                Socket from = round % 2 == 0 ? client : server;
                Socket to = round % 2 == 0 ? server : client;
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                    try {
                        from.getOutputStream().write(message, 0, size);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
                byte[] got = to.getInputStream().readNBytes(size);
                get(writing);
                assertThat(Arrays.equals(got, 0, size, message, 0, size))
                        .as("round %d, seed %d", round, SEED)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aFinOfOneSideLeavesTheOtherDirectionOpen(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant).node(node.port()).start()) {
            for (boolean clientFirst : new boolean[] {true, false}) {
                try (Socket client = stand.connect();
                        Socket server = node.next()) {
                    Socket first = clientFirst ? client : server;
                    Socket second = clientFirst ? server : client;
                    first.getOutputStream().write("question".getBytes(StandardCharsets.US_ASCII));
                    first.shutdownOutput();
                    assertThat(second.getInputStream().readAllBytes())
                            .asString(StandardCharsets.US_ASCII)
                            .isEqualTo("question");
                    CompletableFuture<Long> sent = send(second, 20_000_000, SEED);
                    assertThat(get(receive(first, 20_000_000))).isEqualTo(get(sent));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aResetIsPassedOnAsAReset(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant).node(node.port()).start()) {
            for (boolean clientResets : new boolean[] {true, false}) {
                try (Socket client = stand.connect();
                        Socket server = node.next()) {
                    Socket resetting = clientResets ? client : server;
                    Socket other = clientResets ? server : client;
                    resetting.getOutputStream().write(1);
                    assertThat(other.getInputStream().read()).isEqualTo(1);
                    resetting.setSoLinger(true, 0);
                    resetting.close();
                    assertThatThrownBy(() -> other.getInputStream().read()).isInstanceOf(SocketException.class);
                }
            }
            Until.holds(
                    "the end of all connections",
                    () -> stand.frontend().clients().count() == 0);
            NodeCounts counts =
                    stand.cluster().table().counts(stand.cluster().nodes().get(0));
            assertThat(counts.abandoned()).as("reset by the client").isEqualTo(1);
            assertThat(counts.failed()).as("reset by the node").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aResetWhileStreamingEndsBothSides(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant).node(node.port()).start();
                Socket client = stand.connect();
                Socket server = node.next()) {
            byte[] chunk = new byte[1 << 20];
            CompletableFuture<Throwable> writing = CompletableFuture.supplyAsync(() -> {
                try {
                    while (true) {
                        server.getOutputStream().write(chunk);
                    }
                } catch (IOException e) {
                    return e;
                }
            });
            client.getInputStream().readNBytes(5_000_000);
            client.setSoLinger(true, 0);
            client.close();
            assertThat(get(writing)).isInstanceOf(SocketException.class);
            Until.holds(
                    "the end of the connection",
                    () -> stand.frontend().clients().count() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void silenceInBothDirectionsEndsATunnel(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant)
                        .node(node.port())
                        .idle(Duration.ofMillis(300))
                        .start();
                Socket client = stand.connect();
                Socket server = node.next()) {
            long start = System.nanoTime();
            server.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(System.nanoTime() - start).as("not before its time").isGreaterThanOrEqualTo(300_000_000L);
            assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aReaderThatDoesNotReadStopsTheWriterAndNotTheMemory(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant).node(node.port()).start();
                Socket client = stand.connect();
                Socket server = node.next()) {
            long before = directMemory();
            long length = 200_000_000;
            CompletableFuture<Long> sent = send(server, length, SEED);
            Until.holds("the writer to be stopped", () -> stopped(stand));
            assertThat(sent).as("200 MB do not fit into sockets").isNotDone();
            assertThat(directMemory() - before)
                    .as("direct memory grown while nobody reads")
                    .isLessThan(20_000_000L);
            assertThat(get(receive(client, length))).isEqualTo(get(sent));
            assertThat(directMemory() - before).as("direct memory grown in all").isLessThan(20_000_000L);
        }
    }

    /** True when the number of bytes on their way has not grown for a while. */
    private static boolean stopped(TcpStand stand) {
        long seen = directMemory();
        Until.passed(300);
        return seen == directMemory() && stand.frontend().clients().count() == 1;
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum()
                + Math.max(0, PlatformDependent.usedDirectMemory());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aNodeThatIsDownIsLeftForAnother(Variant variant) throws Exception {
        int dead;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = gone.getLocalPort();
        }
        try (NodeSocket node = new NodeSocket();
                TcpStand stand =
                        new TcpStand(variant).node(dead).node(node.port()).start()) {
            for (int i = 0; i < 6; i++) {
                try (Socket client = stand.connect();
                        Socket server = node.next()) {
                    client.getOutputStream().write(i);
                    assertThat(server.getInputStream().read()).isEqualTo(i);
                }
            }
            Until.holds(
                    "the end of all connections",
                    () -> stand.frontend().clients().count() == 0);
            assertThat(stand.cluster()
                            .table()
                            .counts(stand.cluster().nodes().get(0))
                            .failed())
                    .as("met at least once")
                    .isPositive();
            assertThat(stand.cluster()
                            .table()
                            .counts(stand.cluster().nodes().get(0))
                            .connections())
                    .isZero();
            assertThat(stand.cluster()
                            .table()
                            .counts(stand.cluster().nodes().get(1))
                            .started())
                    .isEqualTo(6);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aClientForWhomThereIsNoNodeIsReset(Variant variant) throws Exception {
        int dead;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = gone.getLocalPort();
        }
        try (TcpStand stand = new TcpStand(variant).node(dead).retries(3).start();
                Socket client = stand.connect()) {
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            Until.holds(
                    "the end of the connection",
                    () -> stand.frontend().clients().count() == 0);
            assertThat(stand.meters.listener("tcp").toString()).contains("connect-failed");
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aFullNodeMakesClientsWaitAndTheOldestIsServedFirst(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant)
                        .node(node.port(), 1)
                        .queue(1, Duration.ofSeconds(20))
                        .start();
                Socket first = stand.connect()) {
            Socket served = node.next();
            try (Socket second = stand.connect()) {
                Until.holds("the second to wait", () -> stand.cluster().counts().waiting() == 1);
                second.getOutputStream().write(2);
                try (Socket third = stand.connect()) {
                    assertThatThrownBy(() -> third.getInputStream().read()).isInstanceOf(SocketException.class);
                }
                assertThat(node.poll())
                        .as("nothing but the first came to the node")
                        .isNull();
                first.close();
                served.close();
                try (Socket next = node.next()) {
                    assertThat(next.getInputStream().read()).isEqualTo(2);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void waitingEndsWithTheQueueTimeout(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant)
                        .node(node.port(), 1)
                        .queue(4, Duration.ofMillis(200))
                        .start();
                Socket first = stand.connect();
                Socket served = node.next();
                Socket second = stand.connect()) {
            assertThatThrownBy(() -> second.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(stand.cluster().counts().waiting()).isZero();
            first.getOutputStream().write(1);
            assertThat(served.getInputStream().read())
                    .as("the first is not disturbed")
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void tellsTheNodeWhomAConnectionComesFrom(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket()) {
            try (TcpStand stand = new TcpStand(variant)
                            .node(node.port())
                            .toNodes(ProxyProtocol.V1)
                            .start();
                    Socket client = stand.connect();
                    Socket server = node.next()) {
                client.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
                client.shutdownOutput();
                assertThat(server.getInputStream().readAllBytes())
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo("PROXY TCP4 127.0.0.1 127.0.0.1 " + client.getLocalPort() + " "
                                + stand.address().getPort() + "\r\nhello");
            }
            try (TcpStand stand = new TcpStand(variant)
                            .node(node.port())
                            .toNodes(ProxyProtocol.V2)
                            .start();
                    Socket client = stand.connect();
                    Socket server = node.next()) {
                client.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
                client.shutdownOutput();
                byte[] got = server.getInputStream().readAllBytes();
                assertThat(got).hasSize(28 + 5);
                assertThat(((got[24] & 0xff) << 8) | (got[25] & 0xff)).isEqualTo(client.getLocalPort());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void believesTheHeaderOfATrustedPeerAndPassesItOn(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant)
                        .node(node.port())
                        .trusted("127.0.0.0/8")
                        .toNodes(ProxyProtocol.V1)
                        .start();
                Socket client = stand.connect()) {
            OutputStream out = client.getOutputStream();
            out.write("PROXY TCP4 203.0.113.7 198.51.100.1 ".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            out.write("1234 443\r\nhel".getBytes(StandardCharsets.US_ASCII));
            out.write("lo".getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();
            try (Socket server = node.next()) {
                assertThat(server.getInputStream().readAllBytes())
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo("PROXY TCP4 203.0.113.7 198.51.100.1 1234 443\r\nhello");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aTrustedPeerWithoutAProperHeaderIsReset(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant)
                        .node(node.port())
                        .trusted("127.0.0.0/8")
                        .head(Duration.ofMillis(300))
                        .start()) {
            for (String opening :
                    new String[] {"GET / HTTP/1.1\r\n", "PROXY TCP4 nonsense\r\n", "PROXY TCP4 127.0", ""}) {
                try (Socket client = stand.connect()) {
                    client.getOutputStream().write(opening.getBytes(StandardCharsets.US_ASCII));
                    assertThatThrownBy(() -> client.getInputStream().read())
                            .as(opening)
                            .isInstanceOf(SocketException.class);
                }
            }
            assertThat(node.poll()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void theHeaderOfAnUntrustedPeerIsPlainBytes(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant)
                        .node(node.port())
                        .trusted("192.0.2.0/24")
                        .start();
                Socket client = stand.connect()) {
            String line = "PROXY TCP4 203.0.113.7 198.51.100.1 1234 443\r\n";
            client.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();
            try (Socket server = node.next()) {
                assertThat(server.getInputStream().readAllBytes())
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo(line);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void abortEndsEveryConnection(Variant variant) throws Exception {
        try (NodeSocket node = new NodeSocket();
                TcpStand stand = new TcpStand(variant).node(node.port()).start();
                Socket client = stand.connect();
                Socket server = node.next()) {
            client.getOutputStream().write(1);
            assertThat(server.getInputStream().read()).isEqualTo(1);
            stand.frontend().clients().abort();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(SocketException.class);
            Until.holds(
                    "the end of the connection",
                    () -> stand.frontend().clients().count() == 0);
        }
    }
}
