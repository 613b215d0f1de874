// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.trace.AttemptSpan;
import io.evenkeel.dispatcher.trace.RequestSpan;
import io.evenkeel.dispatcher.trace.TraceParent;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The traces of requests: what nodes are told, what is recorded, and what is not touched. */
class TraceLifeTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String PLAIN = "GET /cart?q=1 HTTP/1.1\r\nHost: shop:8080\r\nUser-Agent: test\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final TraceSettings ALL = new TraceSettings(1, true, Untrusted.CONTINUE);
    private static final TraceSettings NONE = new TraceSettings(0, true, Untrusted.CONTINUE);
    private static final Pattern FIELD =
            Pattern.compile("traceparent: 00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})\r\n");

    private static String request(String... fields) {
        return PLAIN
                + String.join(
                        "", List.of(fields).stream().map(each -> each + "\r\n").toList()) + "\r\n";
    }

    private static String called(String flags) {
        return "traceparent: 00-" + TRACE + "-" + CALLER + "-" + flags;
    }

    private static void trusting(TestSettings settings) {
        settings.trusting("0.0.0.0/0");
    }

    /** The one traceparent of a head: identifier of the trace, of the caller, flags. */
    private static Matcher told(String head) {
        Matcher found = FIELD.matcher(head);
        assertThat(found.find()).as(head).isTrue();
        assertThat(FIELD.matcher(head).results().count()).isEqualTo(1);
        return found;
    }

    private static String idOf(RequestSpan span) {
        return TraceParent.traceId(span.traceHi(), span.traceLo());
    }

    @Test
    void withoutTracesTheFieldsOfTheClientPassUntouched() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();

        client.sends(request("Traceparent:  no trace at all", "tracestate: A=1", "tracestate: ,,"));

        assertThat(stand.node(1).got())
                .contains("Traceparent:  no trace at all\r\ntracestate: A=1\r\ntracestate: ,,\r\n");
        assertThat(stand.recorded()).isEmpty();
    }

    @Test
    void aTraceBeginsAndItsRequestIsRecorded() {
        MemoryStand stand = new MemoryStand(1);
        stand.trace(ALL);
        Peer client = stand.client();

        client.sends(request());
        Peer node = stand.node(1);
        Matcher told = told(node.got());
        stand.pass(Duration.ofMillis(30));
        node.sends(OK);
        client.got();

        RequestSpan span = stand.recorded().get(0);
        AttemptSpan attempt = span.attempts().get(0);
        assertThat(told.group(1)).isEqualTo(idOf(span));
        assertThat(told.group(2)).isEqualTo(TraceParent.spanId(attempt.id()));
        assertThat(told.group(3)).isEqualTo("03");
        assertThat(span.parent()).isZero();
        assertThat(List.of(span.method(), span.path(), span.host(), span.agent(), span.version()))
                .containsExactly("GET", "/cart", "shop:8080", "test", "HTTP/1.1");
        assertThat(span.status()).isEqualTo(200);
        assertThat(span.cluster()).isEqualTo("shop");
        assertThat(span.endNs() - span.startNs())
                .isEqualTo(Duration.ofMillis(30).toNanos());
        assertThat(span.attempts()).hasSize(1);
        assertThat(attempt.node()).isEqualTo("a");
        assertThat(attempt.status()).isEqualTo(200);
        assertThat(attempt.error()).isNull();
        assertThat(attempt.decision()).isNotNull();
        assertThat(stand.decisions().get(0).trace()).isEqualTo(idOf(span));
        assertThat(stand.exemplars().of("shop"))
                .singleElement()
                .matches(each -> each.trace().equals(idOf(span)) && each.tookNs() == 30_000_000);
    }

    @Test
    void aTraceGoesOnWithItsState() {
        MemoryStand stand = new MemoryStand(1, TraceLifeTest::trusting, c -> {});
        stand.trace(NONE);
        Peer client = stand.client();

        client.sends(request(called("01"), "tracestate: rojo=1 , congo=2"));
        Peer node = stand.node(1);
        String head = node.got();
        node.sends(OK);
        client.got();

        RequestSpan span = stand.recorded().get(0);
        assertThat(told(head).group(1)).isEqualTo(TRACE).isEqualTo(idOf(span));
        assertThat(told(head).group(3)).isEqualTo("01");
        assertThat(head).contains("tracestate: rojo=1,congo=2\r\n");
        assertThat(TraceParent.spanId(span.parent())).isEqualTo(CALLER);
        assertThat(span.state()).isEqualTo("rojo=1,congo=2");
    }

    /** The decision of a caller, its trust and the rules: is the request recorded, and what is told. */
    @ParameterizedTest
    @CsvSource({
        // trusted, flags, ratio, parent, untrusted, continues, recorded
        "true,  01, 0, true,  CONTINUE, true,  true",
        "true,  00, 1, true,  CONTINUE, true,  false",
        "true,  00, 1, false, CONTINUE, true,  true",
        "true,  01, 0, false, CONTINUE, true,  false",
        "true,  01, 0, true,  RESTART,  true,  true",
        "false, 01, 0, true,  CONTINUE, true,  false",
        "false, 00, 1, true,  CONTINUE, true,  true",
        "false, 01, 0, true,  RESTART,  false, false",
        "false, 01, 1, true,  RESTART,  false, true",
    })
    void aCallersDecisionCountsIfItIsTrusted(
            boolean trusted,
            String flags,
            double ratio,
            boolean parent,
            Untrusted untrusted,
            boolean continues,
            boolean recorded) {
        MemoryStand stand = new MemoryStand(1, s -> s.trusting(trusted ? "0.0.0.0/0" : "192.0.2.0/24"), c -> {});
        stand.trace(new TraceSettings(ratio, parent, untrusted));
        Peer client = stand.client();

        client.sends(request(called(flags), "tracestate: a=1"));
        Peer node = stand.node(1);
        String head = node.got();
        node.sends(OK);
        client.got();

        assertThat(told(head).group(1).equals(TRACE)).as("continues").isEqualTo(continues);
        assertThat(head.contains("tracestate: a=1\r\n")).as("state").isEqualTo(continues);
        assertThat(Integer.parseInt(told(head).group(3), 16) & 1).as("flag").isEqualTo(recorded ? 1 : 0);
        assertThat(stand.recorded()).as("recorded").hasSize(recorded ? 1 : 0);
    }

    @Test
    void twoTracesAreNone() {
        MemoryStand stand = new MemoryStand(1, TraceLifeTest::trusting, c -> {});
        stand.trace(ALL);
        Peer client = stand.client();

        client.sends(request(called("01"), called("01"), "tracestate: a=1"));

        assertThat(told(stand.node(1).got()).group(1)).isNotEqualTo(TRACE);
    }

    @Test
    void eachAttemptIsTheParentOfItsNode() {
        MemoryStand stand = new MemoryStand(2);
        stand.trace(ALL);
        Peer client = stand.client();

        client.sends(request());
        Peer first = stand.node(1);
        Matcher toldFirst = told(first.got());
        first.breaks();
        Peer second = stand.node(2);
        Matcher toldSecond = told(second.got());
        second.sends(OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200");

        RequestSpan span = stand.recorded().get(0);
        assertThat(span.attempts()).extracting(AttemptSpan::node).containsExactly("a", "b");
        assertThat(span.attempts())
                .extracting(each -> TraceParent.spanId(each.id()))
                .containsExactly(toldFirst.group(2), toldSecond.group(2))
                .doesNotHaveDuplicates();
        assertThat(span.attempts()).extracting(AttemptSpan::error).containsExactly("node-closed", null);
        assertThat(span.attempts()).extracting(AttemptSpan::status).containsExactly(0, 200);
        assertThat(span.attempts()).extracting(AttemptSpan::number).containsExactly(0, 1);
    }

    private static MemoryStand oneAtATime() {
        return new MemoryStand(1, s -> {}, c -> {
            c.nodes.set(0, new NodeSettings("a", c.nodes.get(0).address(), 1, 1, Integer.MAX_VALUE));
            c.queue = new QueueSettings(1, Duration.ofMillis(500));
        });
    }

    @Test
    void theWaitInTheQueueIsMeasured() {
        MemoryStand stand = oneAtATime();
        stand.trace(ALL);
        Peer first = stand.client();
        first.sends(request());
        Peer node = stand.node(1);
        node.got();
        Peer second = stand.client();
        second.sends(request());
        stand.pass(Duration.ofMillis(110));
        node.sends(OK);
        first.got();
        stand.recorded();

        node.got();
        node.sends(OK);
        second.got();

        RequestSpan span = stand.recorded().get(0);
        assertThat(span.queuedTo() - span.queuedAt())
                .isEqualTo(Duration.ofMillis(110).toNanos());
        assertThat(span.queueSpan()).isNotZero();
        assertThat(span.attempts()).singleElement().matches(each -> each.startNs() == span.queuedTo());
    }

    @Test
    void refusalsOfTheQueueAreRecorded() {
        MemoryStand stand = oneAtATime();
        stand.trace(ALL);
        stand.client().sends(request());
        stand.node(1).got();
        Peer waits = stand.client();
        waits.sends(request());
        Peer refused = stand.client();
        refused.sends(request());

        assertThat(refused.got()).startsWith("HTTP/1.1 503");
        RequestSpan full = stand.recorded().get(0);
        assertThat(full.reason()).isEqualTo("queue-full");
        assertThat(full.status()).isEqualTo(503);
        assertThat(full.attempts()).isEmpty();
        stand.pass(Duration.ofMillis(600));
        assertThat(waits.got()).startsWith("HTTP/1.1 503");
        RequestSpan late = stand.recorded().get(0);
        assertThat(late.reason()).isEqualTo("queue-timeout");
        assertThat(late.queuedTo() - late.queuedAt()).isGreaterThanOrEqualTo(500_000_000);
    }

    @Test
    void aClientThatGoesAwayIsNamed() {
        MemoryStand stand = new MemoryStand(1);
        stand.trace(ALL);
        Peer client = stand.client();
        client.sends(request());
        stand.node(1).got();
        client.breaks();

        RequestSpan span = stand.recorded().get(0);
        assertThat(span.brokenBy()).isEqualTo("client");
        assertThat(span.status()).isZero();
        assertThat(span.attempts()).singleElement().matches(each -> "client gone".equals(each.error()));
    }

    @Test
    void anUpgradeIsRecordedWhenItsTunnelEnds() {
        MemoryStand stand = new MemoryStand(1);
        stand.trace(ALL);
        Peer client = stand.client();
        client.sends(request("Connection: Upgrade", "Upgrade: chat"));
        Peer node = stand.node(1);
        told(node.got());
        node.sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n");
        client.got();
        stand.pass(Duration.ofSeconds(1));
        assertThat(stand.recorded()).isEmpty();
        client.breaks();

        assertThat(stand.recorded())
                .singleElement()
                .matches(each -> each.status() == 101 && each.endNs() - each.startNs() >= 1_000_000_000);
    }

    @Test
    void anExchangeKeepsNothingOfTheRequestBefore() {
        MemoryStand stand = new MemoryStand(1);
        stand.trace(ALL);
        Peer client = stand.client();
        client.sends(request());
        Peer node = stand.node(1);
        String first = told(node.got()).group(1);
        node.sends(OK);
        client.got();
        client.sends(request());
        String second = told(node.got()).group(1);
        node.sends(OK);
        client.got();
        stand.trace(null);
        client.sends(request());

        assertThat(node.got()).doesNotContain("traceparent");
        assertThat(second).isNotEqualTo(first);
        assertThat(stand.recorded()).hasSize(2);
    }

    @Test
    void whatFindsNoRoomIsCountedAndTheClientServed() {
        MemoryStand stand = new MemoryStand(1);
        stand.trace(ALL);
        Peer client = stand.client();
        client.sends(request());
        Peer node = stand.node(1);
        for (int i = 0; i < 1030; i++) {
            node.got();
            node.sends(OK);
            assertThat(client.got()).endsWith("ok");
            client.sends(request());
        }

        assertThat(stand.lane().dropped()).isEqualTo(6 * 2);
        assertThat(stand.recorded()).hasSize(1024);
    }

    /** The cache takes the client's conditions out of the head, so the trace moves; a tag of 9 kB makes a new array. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 10, 11, 12, 20, 26, 40, 60, 9_000})
    void theConditionsOfTheCacheDoNotDamageTheTrace(int length) {
        RuleSettings cached = RuleSettings.NONE.with(RouteCacheSettings.DEFAULTS);
        MemoryStand stand = new MemoryStand(1, s -> s.route(null, null, "shop", cached), c -> {});
        stand.trace(ALL);
        Peer client = stand.client();
        client.sends(request());
        Peer node = stand.node(1);
        node.got();
        node.sends("HTTP/1.1 200 OK\r\nCache-Control: max-age=1\r\nETag: \"v1\"\r\nContent-Length: 2\r\n\r\nok");
        client.got();
        stand.pass(Duration.ofSeconds(3));

        client.sends(request("If-None-Match: \"" + "v".repeat(length) + "\"", "X-Last: 1"));
        String head = node.got();
        node.sends("HTTP/1.1 304 Not Modified\r\n\r\n");

        assertThat(client.got()).startsWith("HTTP/1.1 200 ").endsWith("ok");
        AttemptSpan attempt = stand.recorded().get(1).attempts().get(0);
        Matcher told = told(head);
        assertThat(told.group(2)).isEqualTo(TraceParent.spanId(attempt.id()));
        assertThat(head.replace(told.group(), ""))
                .startsWith(PLAIN)
                .contains("\r\nX-Last: 1\r\n")
                .doesNotContain("vvv")
                .endsWith("\r\nIf-None-Match: \"v1\"\r\n\r\n");
        stand.cache().close();
    }
}
