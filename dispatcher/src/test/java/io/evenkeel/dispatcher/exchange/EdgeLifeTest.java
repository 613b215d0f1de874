// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.AccessSettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.JwtSettings;
import io.evenkeel.config.listener.PathSettings;
import io.evenkeel.config.listener.RedirectSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.node.AdminState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of listeners and routes, in the life of requests. */
class EdgeLifeTest {

    private static final String OK =
            "HTTP/1.1 200 OK\r\nServer: n\r\nVary: a\r\nX-Old: o\r\nX-Keep: k\r\nContent-Length: 0\r\n\r\n";
    private static final RuleSettings NONE = RuleSettings.NONE;

    private static MemoryStand stand(Consumer<TestSettings> front) {
        return new MemoryStand(1, front, c -> {});
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: shop:8080\r\n\r\n";
    }

    private static AccessSettings deny(String network) {
        return new AccessSettings(List.of(Network.parse(network)), List.of());
    }

    private static AccessSettings allow(String network) {
        return new AccessSettings(List.of(), List.of(Network.parse(network)));
    }

    private static RedirectSettings redirect(String to, int status) {
        return new RedirectSettings(to, status, List.of(), null);
    }

    @Test
    void aRoutesFieldsComeOnTopOfItsListeners() {
        HeaderSettings all = new HeaderSettings(
                List.of("X-Debug"), List.of("Server"), Map.of("X-Env", "prod"), Map.of("X-Frame", "DENY"));
        HeaderSettings more = new HeaderSettings(
                List.of("X-Trace"),
                List.of("X-Old"),
                Map.of("x_env", "api"),
                Map.of(),
                Map.of("X-Hop", "one"),
                Map.of("Vary", "b"),
                false);
        MemoryStand stand = stand(
                s -> s.headers(all).route(null, "/api", "shop", NONE.with(more)).route(null, null, "shop"));
        Peer client = stand.client();

        client.sends("GET /api HTTP/1.1\r\nHost: a\r\nX-Trace: t\r\nX-Debug: d\r\nX-Env: z\r\nX-Hop: zero\r\n\r\n");
        Peer node = stand.node(1);
        assertThat(node.got())
                .contains("\r\nx_env: api\r\n", "\r\nX-Hop: zero\r\n", "\r\nX-Hop: one\r\n")
                .doesNotContain("X-Trace", "X-Debug", "prod", "X-Env: z");
        node.sends(OK);
        assertThat(client.got())
                .contains("\r\nVary: a\r\n", "\r\nVary: b\r\n", "\r\nX-Frame: DENY\r\n", "\r\nX-Keep: k\r\n")
                .doesNotContain("Server:", "X-Old");

        client.sends("GET /other HTTP/1.1\r\nHost: a\r\nX-Trace: t\r\n\r\n");
        assertThat(node.got())
                .contains("\r\nX-Env: prod\r\n", "\r\nX-Trace: t\r\n")
                .doesNotContain("X-Hop");
        node.sends(OK);
        assertThat(client.got()).contains("X-Old: o").doesNotContain("Server:", "Vary: b");
    }

    @Test
    void fieldsOfClaimsReachNodesFromNoClientOfAnotherRoute() {
        JwtSettings jwt =
                new JwtSettings("{\"keys\": []}", List.of("RS256"), null, null, Duration.ZERO, Map.of("X-User", "sub"));
        RuleSettings token = new RuleSettings(
                HeaderSettings.NONE,
                AccessSettings.ALL,
                null,
                PathSettings.SAME,
                null,
                null,
                Map.of(),
                null,
                jwt,
                null);
        MemoryStand stand = stand(s -> s.route(null, "/api", "shop", token).route(null, null, "shop"));
        Peer client = stand.client();

        client.sends("GET /other HTTP/1.1\r\nHost: a\r\nX-User: root\r\nX_User: root\r\n\r\n");

        assertThat(stand.node(1).got()).startsWith("GET /other ").doesNotContain("root");
    }

    @Test
    void ownAnswersGetFieldsThatAreAlwaysSet() {
        HeaderSettings always = new HeaderSettings(
                List.of(),
                List.of(),
                Map.of(),
                Map.of("Strict-Transport-Security", "max-age=1", "Cache-Control", "public"),
                Map.of(),
                Map.of("X-More", "m"),
                true);
        MemoryStand stand = stand(s -> s.headers(always).route(null, "/a", "shop"));
        Peer client = stand.client();

        client.sends(get("/b"));

        assertThat(client.got())
                .startsWith("HTTP/1.1 404 ")
                .contains("\r\nStrict-Transport-Security: max-age=1\r\n", "\r\nX-More: m\r\n", "no-store")
                .doesNotContain("Cache-Control: public");
        client.sends(get("/a"));
        stand.node(1).sends(OK);
        assertThat(client.got()).contains("Cache-Control: public");
    }

    @Test
    void aListenerSendsClientsToHttps() {
        MemoryStand stand = stand(s -> s.rules(NONE.with(redirect("https", 308))));
        Peer client = stand.client();

        client.sends(get("/a%0d%0aX-Evil:%201?b=c"));

        assertThat(client.got())
                .startsWith("HTTP/1.1 308 Permanent Redirect\r\nLocation: https://shop/a%0d%0aX-Evil:%201?b=c\r\n")
                .doesNotContain("\r\nX-Evil");
        assertThat(client.isOpen()).isTrue();
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    @Test
    void whoCameByHttpsAlreadyGoesOn() {
        MemoryStand stand =
                stand(s -> s.trusting("127.0.0.0/8").route(null, null, "shop", NONE.with(redirect("https", 308))));
        Peer client = stand.client();

        client.sends("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\n\r\n");

        assertThat(stand.node(1).got()).startsWith("GET / ");
    }

    @Test
    void aForgedHostIsNotKept() {
        RedirectSettings known = new RedirectSettings("https", 301, List.of("shop.example.org"), null);
        MemoryStand stand = stand(s -> s.rules(NONE.with(known)));
        Peer client = stand.client();

        client.sends(get("/"));

        assertThat(client.got()).startsWith("HTTP/1.1 421 ").doesNotContain("Location");
    }

    @Test
    void aRouteIsSentElsewhereWithItsPathChanged() {
        RuleSettings moved = NONE.with(redirect("/new{path}{query}", 302)).with(new PathSettings("/old", null));
        MemoryStand stand = stand(s -> s.route(null, "/old", null, moved).route(null, null, "shop"));
        Peer client = stand.client();

        client.sends(get("/old/a?b"));

        assertThat(client.got()).startsWith("HTTP/1.1 302 Found\r\nLocation: /new/a?b\r\n");
    }

    @Test
    void aNodeGetsTheChangedPath() {
        RuleSettings changed = NONE.with(new PathSettings("/app", "/v2"));
        MemoryStand stand = stand(s -> s.route(null, "/app", "shop", changed));
        Peer client = stand.client();

        client.sends(get("/app/cart?x"));
        Peer node = stand.node(1);

        assertThat(node.got()).startsWith("GET /v2/cart?x HTTP/1.1\r\nHost: shop:8080\r\n");
        node.sends(OK);
        client.got();
        client.sends(get("/app/../app/..%2fx"));
        assertThat(client.got()).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aDeniedNetworkGets403() {
        MemoryStand stand = stand(s -> s.rules(NONE.with(deny("127.0.0.0/8"))));
        Peer client = stand.client();

        client.sends(get("/"));

        assertThat(client.got()).startsWith("HTTP/1.1 403 Forbidden\r\n").contains("Reason: denied");
        assertThat(stand.traffic().refused().get("denied")).isEqualTo(1);
    }

    @Test
    void theClientIsTheOneThatATrustedProxyNames() {
        MemoryStand stand = stand(s -> s.trusting("127.0.0.0/8").rules(NONE.with(allow("10.0.0.0/8"))));
        Peer client = stand.client();

        client.sends("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.1.1.1, 6.6.6.6\r\n\r\n");
        assertThat(client.got()).startsWith("HTTP/1.1 403 ");
        client.sends("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6, 10.1.1.1\r\n\r\n");
        assertThat(stand.node(1).got()).startsWith("GET / ");
    }

    @Test
    void whoIsNotBelievedCannotInventAnAddress() {
        MemoryStand stand = stand(s -> s.rules(NONE.with(allow("10.0.0.0/8"))));
        Peer client = stand.client();

        client.sends("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.1.1.1\r\n\r\n");

        assertThat(client.got()).startsWith("HTTP/1.1 403 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/intern",
                "/intern/x",
                "//intern",
                "/%69ntern",
                "/x/../intern",
                "/x/%2e%2e/intern/",
                "/./intern",
                "/intern;a=b",
                "/;/intern",
                "http://other/intern"
            })
    void noSpellingOfAPathPassesItsDenial(String target) {
        MemoryStand stand = stand(s ->
                s.route(null, "/intern", "shop", NONE.with(deny("0.0.0.0/0"))).route(null, null, "shop"));
        Peer client = stand.client();

        client.sends(get(target));

        assertThat(client.got()).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void aBackupGetsRequestsWhileNoOtherNodeTakesThem() {
        MemoryStand stand =
                new MemoryStand(2, s -> {}, c -> c.nodes.set(0, c.nodes.get(0).asBackup(1)));
        Peer client = stand.client();

        client.sends(get("/one"));
        assertThat(stand.node(2).got()).startsWith("GET /one");
        stand.answer(2, OK);
        client.got();
        stand.want(2, AdminState.DRAIN);
        client.sends(get("/two"));
        assertThat(stand.node(1).got()).startsWith("GET /two");
        stand.answer(1, OK);
        client.got();
        stand.want(2, AdminState.READY);
        client.sends(get("/three"));

        assertThat(stand.tasks(1)).isZero();
        assertThat(stand.tasks(2)).isEqualTo(1);
    }

    @Test
    void aRetryGoesToTheBackup() {
        MemoryStand stand =
                new MemoryStand(2, s -> {}, c -> c.nodes.set(1, c.nodes.get(1).asBackup(1)));
        stand.network().refuses(1);
        Peer client = stand.client();

        client.sends(get("/one"));

        assertThat(stand.node(2).got()).startsWith("GET /one");
    }

    @Test
    void peopleSeeThePageOfTheRouteBeforeThatOfTheListener() {
        MemoryStand stand = stand(s -> s.rules(NONE.with(Map.of("4xx", "all {{reason}}", "403", "none may")))
                .route(null, "/a", "shop", NONE.with(deny("0.0.0.0/0")).with(Map.of("403", "<p>{{reason}}</p>")))
                .route(null, "/b", "shop", NONE.with(deny("0.0.0.0/0"))));
        Peer client = stand.client();

        client.sends(get("/a"));
        assertThat(client.got()).endsWith("\r\n\r\n<p>denied</p>");
        client.sends(get("/b"));
        assertThat(client.got()).endsWith("\r\n\r\nnone may");
        client.sends(get("/c"));
        assertThat(client.got()).endsWith("\r\n\r\nall no-route");
        client.sends("GET /a HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\r\n");
        assertThat(client.got()).contains("\"reason\":\"denied\"");
    }
}
