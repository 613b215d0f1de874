// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.PathSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.edge.EdgeRules;
import io.evenkeel.dispatcher.edge.login.LateLogin;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests whose credentials are checked on another thread. They go where they would have gone at once: by the head
 * that their client sent, and not by the one that nodes get, nor by that of another client.
 */
class LateLoginTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Pattern COOKIE = Pattern.compile("EVENKEEL=[A-Za-z0-9_-]{39}");
    private static final RuleSettings REWRITING = RuleSettings.NONE
            .with(new HeaderSettings(
                    List.of("Cookie", "X-Tier"), List.of(), Map.of("X-Node", "set"), Map.of("X-Own", "o")))
            .with(new PathSettings("/app", "/inner"));

    private final LateLogin login = new LateLogin();

    private MemoryStand stand(int nodes, Consumer<ClusterFixture> back) {
        MemoryStand stand = new MemoryStand(nodes, s -> s.route(null, "/app", "shop", REWRITING), back);
        stand.rules(this::withLogin);
        return stand;
    }

    private ListenerRules withLogin(ListenerRules r) {
        return new ListenerRules(
                r.listener(),
                r.router(),
                r.limits(),
                r.forward(),
                withLogin(r.edge()),
                r.byRoute().stream().map(this::withLogin).toList(),
                r.subjectField(),
                r.trusted(),
                r.acceptProxy(),
                r.redirects(),
                r.http2(),
                r.streams(),
                r.rate(),
                r.headNs(),
                r.bodyNs(),
                r.idleNs());
    }

    private EdgeRules withLogin(EdgeRules e) {
        return new EdgeRules(
                e.toNode(),
                e.toClient(),
                e.own(),
                e.access(),
                e.redirect(),
                e.path(),
                e.canary(),
                e.mirror(),
                e.pages(),
                login,
                e.question(),
                e.cache());
    }

    private MemoryStand withAffinity(Mode mode) {
        return stand(2, c -> {
            c.affinity =
                    new AffinitySettings(mode, false, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30));
            NodeSettings plain = ClusterFixture.node("b", 2, 1);
            c.nodes.set(
                    1,
                    new NodeSettings(
                            "b", plain.address(), 1, plain.maxInFlight(), plain.maxConnections(), "worker2", null));
        });
    }

    private static String get(String target, String fields) {
        return "GET " + target + " HTTP/1.1\r\nHost: shop\r\n" + fields + "\r\n";
    }

    /** Sends a request; other heads are read before its login is good. */
    private Peer asks(MemoryStand stand, boolean late, String request) {
        login.late(late);
        Peer client = stand.client();
        client.sends(request);
        stand.client().sends("GET /elsewhere HTTP/1.1\r\nHost: stranger\r\nCookie: JSESSIONID=x.a\r\n\r\n");
        login.admit();
        stand.inFlight();
        return client;
    }

    /** The answer to the first client of node 2. */
    private String begunAt2(MemoryStand stand, String answer) {
        asks(stand, false, get("/app/one", ""));
        Peer client = asks(stand, false, get("/app/two", ""));
        stand.answer(2, answer);
        stand.answer(1, OK);
        return client.got();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCookieThatNoNodeGetsLeadsHome(boolean late) {
        MemoryStand stand = withAffinity(Mode.COOKIE);
        Matcher cookie = COOKIE.matcher(begunAt2(stand, OK));
        assertThat(cookie.find()).isTrue();

        Peer client = asks(stand, late, get("/app/three", "Cookie: " + cookie.group() + "\r\n"));

        assertThat(stand.tasks(2)).isEqualTo(1);
        stand.answer(2, OK);
        assertThat(client.got()).endsWith("ok").doesNotContain("Set-Cookie");
    }

    @ParameterizedTest
    @CsvSource({
        "false, /app/cart, Cookie: JSESSIONID=abc.worker2",
        "true, /app/cart, Cookie: JSESSIONID=abc.worker2",
        "false, /app;jsessionid=abc.worker2/cart, X: y",
        "true, /app;jsessionid=abc.worker2/cart, X: y",
    })
    void aRouteThatNoNodeGetsLeadsHome(boolean late, String target, String field) {
        MemoryStand stand = withAffinity(Mode.JVM_ROUTE);

        asks(stand, late, get(target, field + "\r\n"));

        assertThat(stand.tasks(2)).isEqualTo(1);
        assertThat(stand.node(2).got())
                .startsWith("GET /inner/cart HTTP/1.1\r\n")
                .contains("X-Node: set")
                .doesNotContain("worker2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLearnedSessionIsAtHome(boolean late) {
        MemoryStand stand = withAffinity(Mode.LEARNED);
        begunAt2(stand, OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=0A1B2C3D; Path=/\r\n\r\n"));

        asks(stand, late, get("/app/three", "Cookie: JSESSIONID=0A1B2C3D\r\n"));

        assertThat(stand.tasks(2)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "false, /app/pay/now, X: y",
        "true, /app/pay/now, X: y",
        "false, /app/slow, X-Tier: gold",
        "true, /app/slow, X-Tier: gold",
        "false, /app/slow, Cookie: tier=gold",
        "true, /app/slow, Cookie: tier=gold",
    })
    void aRequestWaitsInItsOwnClass(boolean late, String target, String field) {
        List<QueueClass> first = List.of(
                first("path", "/app/pay", null, null),
                first("field", null, "X-Tier: gold", null),
                first("cookie", null, null, "tier=gold"));
        MemoryStand stand = stand(0, c -> {
            c.nodes.add(ClusterFixture.node("a", 1));
            c.overload = new OverloadSettings(false, first, null, null);
        });
        asks(stand, false, get("/app/first", ""));
        Peer node = stand.node(1);
        asks(stand, false, get("/app/second", ""));
        asks(stand, late, get(target + "?last", field + "\r\n"));
        node.got();

        node.sends(OK);

        assertThat(node.got()).startsWith("GET /inner/").contains("?last HTTP/1.1\r\n");
    }

    private static QueueClass first(
            String name, @Nullable String path, @Nullable String header, @Nullable String cookie) {
        return new QueueClass(name, path, null, header, cookie, SessionKind.ANY, List.of(), 0, 1);
    }

    /** The second request begins to wait while the first one ends. */
    @Test
    void aRequestBehindOneThatIsRefusedHasAHeadOfItsOwn() {
        MemoryStand stand = withAffinity(Mode.JVM_ROUTE);
        login.late(true);
        Peer client = stand.client();
        client.sends(get("/app/one", "Cookie: JSESSIONID=abc.a\r\n")
                + get("/app/two", "Cookie: JSESSIONID=abc.worker2\r\n"));

        login.refuse();
        stand.inFlight();
        assertThat(client.got()).startsWith("HTTP/1.1 401 ");
        stand.client().sends(get("/app/three", "Cookie: JSESSIONID=abc.a\r\n"));
        login.admit();

        assertThat(stand.tasks(1)).isZero();
        assertThat(stand.node(2).got()).startsWith("GET /inner/two ");
    }

    @Test
    void theAnswerToAClientThatIsGoneIsForNobody() {
        MemoryStand stand = withAffinity(Mode.JVM_ROUTE);
        login.late(true);
        Peer gone = stand.client();
        gone.sends(get("/app/one", "Cookie: JSESSIONID=abc.a\r\n"));
        gone.breaks();
        Peer next = stand.client();
        next.sends(get("/app/two", "Cookie: JSESSIONID=abc.worker2\r\n"));

        login.admit();
        assertThat(stand.inFlight()).isZero();
        login.admit();

        assertThat(stand.node(2).got()).startsWith("GET /inner/two ");
    }

    /** Both heads of a request that waits take memory: its own, and the one that its node will get. */
    @ParameterizedTest
    @CsvSource({"false, 6", "true, 3"})
    void aHeadThatIsKeptCounts(boolean late, int fit) {
        MemoryStand stand = withAffinity(Mode.JVM_ROUTE);
        HeadMemory memory = stand.context().heads();
        memory.bound(200_000);
        login.late(late);
        String large = get("/app/large", "X: " + "v".repeat(19_000) + "\r\n");
        for (int i = 0; i < fit; i++) {
            Peer client = stand.client();
            client.sends(large);
            assertThat(client.got()).isEmpty();
        }
        Peer refused = stand.client();
        refused.sends(large);
        assertThat(refused.got()).startsWith("HTTP/1.1 503 ").contains("large-heads-full");
        login.admit();
        login.admit();
        assertThat(stand.inFlight()).isEqualTo(late ? 2 : fit);
        assertThat(memory.taken()).isBetween(late ? 70_000L : 100_000L, late ? 100_000L : 120_000L);
    }
}
