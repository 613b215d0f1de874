// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.trace.RequestSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Exchanges that are broken off, and whom the access log, the traces and the figures blame for it. */
class BrokenOffLifeTest {

    private static final String GET = "GET /cart HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String POST = "POST /cart HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\n";
    private static final String CHUNKS = "POST /cart HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String PART = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    Path folder;

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** A node, and timeouts of 300 ms of both sides. */
    private static MemoryStand impatient() {
        return new MemoryStand(
                1,
                s -> s.clientTimeouts(20_000, 300, 20_000),
                c -> c.timeouts = new NodeTimeouts(ms(20_000), ms(300), ms(20_000)));
    }

    /** Plays a story and gives the end of its last request. */
    private Ending end(MemoryStand stand, Consumer<MemoryStand> story) throws IOException {
        Path file = folder.resolve("access.log");
        stand.trace(new TraceSettings(1, true, Untrusted.CONTINUE));
        try (AccessLog log =
                AccessLog.open(new AccessLogSettings(Format.JSON, file.toString()), new EventLog().log())) {
            stand.log(log);
            story.accept(stand);
            assertThat(stand.inFlight()).as("it is over").isZero();
        }
        List<String> lines = Files.readAllLines(file);
        List<RequestSpan> spans = stand.recorded();
        assertThat(spans).hasSameSizeAs(lines);
        JsonNode line = JsonMapper.shared().readTree(lines.get(lines.size() - 1));
        return new Ending(
                line.get("termination").asString(),
                spans.get(spans.size() - 1).brokenBy(),
                stand.figures().failures(),
                line);
    }

    private record Ending(String letters, @Nullable String brokenBy, long failures, JsonNode line) {

        void is(String wantedLetters, @Nullable String wantedSide, int wantedFailures) {
            assertThat(letters).isEqualTo(wantedLetters);
            assertThat(brokenBy).isEqualTo(wantedSide);
            assertThat(failures).isEqualTo(wantedFailures);
        }
    }

    @Test
    void aClientThatLeavesDuringAConnect() throws IOException {
        MemoryStand stand = new MemoryStand(1);
        stand.network().neverAnswers(1);

        Ending end = end(stand, s -> {
            Peer client = s.client();
            client.sends(GET);
            s.pass(ms(40));
            client.breaks();
        });

        end.is("CC", "client", 0);
        assertThat(end.line().get("connectMs").isNull())
                .as("the connection was not made")
                .isTrue();
        assertThat(stand.figures().wt2Ns().sum()).isEqualTo((double) ms(40).toNanos());
    }

    @Test
    void aClientThatLeavesBeforeTheAnswer() throws IOException {
        Ending end = end(new MemoryStand(1), s -> {
            Peer client = s.client();
            client.sends(GET);
            s.node(1).got();
            client.breaks();
        });

        end.is("CH", "client", 0);
        assertThat(end.line().get("connectMs").asDouble()).isZero();
    }

    @Test
    void aConnectionThatIsRefused() throws IOException {
        MemoryStand stand = new MemoryStand(1);
        stand.network().refuses(1);

        Ending end = end(stand, s -> s.client().sends(GET));

        end.is("SC", null, 1);
        assertThat(end.line().get("connectMs").isNull()).isTrue();
    }

    @Test
    void aClientWhoseSocketRefusesTheAnswer() throws IOException {
        Ending end = end(new MemoryStand(1), s -> {
            Peer client = s.client();
            client.sends(GET);
            Peer node = s.node(1);
            client.refusesOutput();
            node.sends(PART);
        });

        end.is("CD", "client", 0);
    }

    @Test
    void aClientThatDoesNotTakeItsAnswer() throws IOException {
        Ending end = end(impatient(), s -> {
            Peer client = s.client();
            client.sends(GET);
            client.takes(0);
            s.node(1).sends(PART);
            s.pass(ms(900));
        });

        end.is("cD", "client", 0);
    }

    @Test
    void aClientThatOwesItsBodyWhileItIsAnswered() throws IOException {
        Ending end = end(impatient(), s -> {
            s.client().sends(POST + "hel");
            s.node(1).sends(PART);
            s.pass(ms(900));
        });

        end.is("cD", "client", 0);
    }

    @Test
    void aBodyThatIsRefusedWhileItIsAnswered() throws IOException {
        Ending end = end(new MemoryStand(1), s -> {
            Peer client = s.client();
            client.sends(CHUNKS);
            s.node(1).sends(PART);
            client.sends("no size\r\n");
        });

        end.is("CD", "client", 0);
    }

    /** A tunnel of WebSocket that was open for a while, and its end. */
    private Ending tunnel(MemoryStand stand, BiConsumer<Peer, Peer> story) throws IOException {
        return end(stand, s -> {
            Peer client = s.client();
            client.sends("GET /chat HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            Peer node = s.node(1);
            node.sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhi");
            client.sends("hello");
            s.pass(ms(40));
            story.accept(client, node);
        });
    }

    /** The outcomes of the only node: {succeeded, failed, abandoned}. */
    private static List<Long> outcomes(MemoryStand stand) {
        NodeCounts counts = stand.counts(1);
        return List.of(counts.succeeded(), counts.failed(), counts.abandoned());
    }

    @Test
    void aTunnelThatBothEnd() throws IOException {
        MemoryStand stand = new MemoryStand(1);
        tunnel(stand, (client, node) -> {
                    client.ends();
                    node.ends();
                })
                .is("--", null, 0);
        assertThat(outcomes(stand)).containsExactly(1L, 0L, 0L);
    }

    @Test
    void aTunnelThatTheClientBreaks() throws IOException {
        MemoryStand stand = new MemoryStand(1);
        tunnel(stand, (client, node) -> client.breaks()).is("CD", "client", 0);
        assertThat(outcomes(stand)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void aTunnelThatTheNodeBreaks() throws IOException {
        MemoryStand stand = new MemoryStand(1);
        tunnel(stand, (client, node) -> node.breaks()).is("SD", "node", 1);
        assertThat(outcomes(stand)).containsExactly(0L, 1L, 0L);
    }

    @Test
    void aTunnelThatAnAdministratorCuts() throws IOException {
        MemoryStand stand = new MemoryStand(1);
        tunnel(stand, (client, node) -> stand.cut(1)).is("KD", "dispatcher", 0);
        assertThat(outcomes(stand)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void aTunnelInWhichNothingMoves() throws IOException {
        MemoryStand stand =
                new MemoryStand(1, s -> {}, c -> c.timeouts = new NodeTimeouts(ms(20_000), ms(20_000), ms(1000)));
        tunnel(stand, (client, node) -> stand.pass(ms(1200))).is("cD", "client", 0);
        assertThat(outcomes(stand)).containsExactly(1L, 0L, 0L);
    }

    @Test
    void aNodeThatBreaksInItsAnswer() throws IOException {
        Ending end = end(new MemoryStand(1), s -> {
            s.client().sends(GET);
            s.node(1).sendsAndBreaks(PART);
        });

        end.is("SD", "node", 1);
    }

    @Test
    void aNodeThatBreaksTheFramingOfItsAnswer() throws IOException {
        Ending end = end(new MemoryStand(1), s -> {
            s.client().sends(GET);
            Peer node = s.node(1);
            node.sends("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n");
            node.sends("no size\r\n");
        });

        end.is("SD", "node", 1);
    }

    @Test
    void aNodeThatFallsSilentInItsAnswer() throws IOException {
        Ending end = end(impatient(), s -> {
            s.client().sends(GET);
            s.node(1).sends(PART);
            s.pass(ms(900));
        });

        end.is("sD", "node", 1);
    }

    @Test
    void anAdministratorWhoCutsTheNode() throws IOException {
        Ending end = end(new MemoryStand(1), s -> {
            s.client().sends(GET);
            s.node(1).sends(PART);
            s.cut(1);
        });

        end.is("KD", "dispatcher", 1);
    }

    @Test
    void anErrorOfTheDispatcher() throws IOException {
        MemoryStand oneAtATime = new MemoryStand(1, s -> {}, c -> {
            c.nodes.set(0, new NodeSettings("a", c.nodes.get(0).address(), 1, 1, Integer.MAX_VALUE));
            c.queue = new QueueSettings(4, Duration.ofSeconds(2));
        });

        Ending end = end(oneAtATime, s -> {
            s.client().sends(GET);
            Peer node = s.node(1);
            s.client().sends(GET);
            node.got();
            node.nextWriteThrows(new IllegalStateException("a fault that a test wants"));
            node.sends(OK);
        });

        end.is("IH", "dispatcher", 1);
    }
}
