// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheCounts;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of a route with a cache, in memory and in virtual time. */
class CacheLifeTest {

    private static final RouteCacheSettings DEFAULTS = RouteCacheSettings.DEFAULTS;
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String FRESH = answer("Cache-Control: max-age=60", "hello");

    private MemoryStand stand = stand(DEFAULTS);

    private static MemoryStand stand(RouteCacheSettings cache) {
        return new MemoryStand(1, s -> s.route(null, null, "shop", RuleSettings.NONE.with(cache)), c -> {});
    }

    private static String answer(String fields, String body) {
        return "HTTP/1.1 200 OK\r\n" + fields + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String get(String path, String... fields) {
        return "GET " + path + " HTTP/1.1\r\nHost: shop\r\n" + lines(fields) + "\r\n";
    }

    private static String lines(String... fields) {
        return fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
    }

    /** Sends a request that goes to the node, and its answer. */
    private String fetch(String request, String answer) {
        Peer client = stand.client();
        client.sends(request);
        stand.answer(1, answer);
        return client.got();
    }

    /** Sends a request of which the node must get nothing. */
    private String hit(String request) {
        Peer client = stand.client();
        client.sends(request);
        assertThat(stand.inFlight()).as("requests at the node").isZero();
        return client.got();
    }

    /** Sends a request and says whether it goes to the node, which answers then. */
    private boolean asksNode(String request) {
        Peer client = stand.client();
        client.sends(request);
        boolean asks = stand.inFlight() > 0;
        if (asks) {
            stand.answer(1, answer("Cache-Control: no-store", "other"));
        }
        assertThat(client.got()).startsWith("HTTP/1.1 ").matches(got -> got.endsWith("other") == asks);
        return asks;
    }

    private void pass(int seconds) {
        stand.pass(Duration.ofSeconds(seconds));
    }

    /** Nothing stays outside the heap that is not in the store. */
    @AfterEach
    void everyOctetIsGivenBack() {
        stand.cache().close();
        assertThat(stand.cache().taken()).as("bytes of nobody").isZero();
    }

    @Test
    void aFreshAnswerIsUsedAgain() {
        String first = fetch(get("/a"), FRESH);
        assertThat(first).contains("\r\nCache-Status: evenkeel; fwd=uri-miss; stored\r\n");
        pass(20);

        assertThat(hit(get("/a")))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nAge: 20\r\n", "\r\nCache-Status: evenkeel; hit; ttl=40\r\n", "\r\nContent-Length: 5\r\n")
                .endsWith("\r\n\r\nhello");
    }

    @Test
    void anAnswerBeyondItsLifetimeIsNotUsed() {
        fetch(get("/a"), FRESH);
        pass(60);

        assertThat(asksNode(get("/a"))).isTrue();
    }

    @Test
    void chunkedAnswersAreStoredAsData() {
        String first = fetch(get("/a"), CHUNKED + "3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
        assertThat(first).endsWith("3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");

        assertThat(hit(get("/a"))).contains("\r\nContent-Length: 5\r\n").endsWith("\r\n\r\nhello");
    }

    @Test
    void chunksThatComeOctetByOctetAreStoredAsData() {
        Peer client = stand.client();
        client.sends(get("/a"));
        stand.node(1).sendsBytewise(CHUNKED + "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
        assertThat(client.got()).endsWith("0\r\n\r\n");

        assertThat(hit(get("/a"))).endsWith("\r\n\r\nhello");
    }

    @Test
    void aHeadRequestIsAnsweredByAStoredGet() {
        fetch(get("/a"), FRESH);

        assertThat(hit("HEAD /a HTTP/1.1\r\nHost: shop\r\n\r\n"))
                .contains("\r\nContent-Length: 5\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void aCutAnswerIsNotStored() {
        Peer client = stand.client();
        client.sends(get("/a"));
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 10\r\n\r\nhello");
        node.breaks();

        assertThat(asksNode(get("/a"))).isTrue();
    }

    @Test
    void anAnswerWhoseClientLeftIsNotStored() {
        Peer client = stand.client();
        client.sends(get("/a"));
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 10\r\n\r\nhello");
        client.breaks();

        assertThat(asksNode(get("/a"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cache-Control: no-store, max-age=60",
                "Cache-Control: private, max-age=60",
                "Cache-Control: max-age=60\r\nCache-Control: private",
                "Cache-Control: max-age=60, private=\"X-A\"",
                "Cache-Control: max-age=60, x=\"open, no-store",
                "Cache-Control: max-age=0",
                "Cache-Control: max-age=x",
                "Cache-Control: max-age=60, max-age=61",
                "Cache-Control: s-maxage=0, max-age=60",
                "Cache-Control: no-cache, max-age=60",
                "Cache-Control: max-age=60\r\nSet-Cookie: a=b",
                "Cache-Control: max-age=60\r\nVary: *",
                "Cache-Control: max-age=60\r\nVary: Accept, *",
                "Cache-Control: max-age=60\r\nContent-Range: bytes 0-4/9",
                "Cache-Control: max-age=60\r\nAge: 60",
                "CDN-Cache-Control: no-store\r\nCache-Control: max-age=60",
                "CDN-Cache-Control: max-age=0\r\nCache-Control: max-age=60",
                "Expires: 0",
                "Expires: Thu, 01 Jan 1970 00:00:00 GMT",
                "Last-Modified: Mon, 01 Jan 1968 00:00:00 GMT",
                "ETag: \"a\"",
                "X-Nothing: said"
            })
    void anAnswerThatIsNotForAllIsNotUsedAgain(String fields) {
        fetch(get("/a"), answer(fields, "hello"));

        assertThat(asksNode(get("/a"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cache-Control: s-maxage=60, max-age=0",
                "CACHE-CONTROL: Max-Age=\"60\"",
                "Expires: Thu, 01 Jan 1970 00:01:00 GMT",
                "Expires: Thursday, 01-Jan-70 00:01:00 GMT",
                "Expires: Thu Jan  1 00:01:00 1970",
                "Cache-Control: max-age=99999999999999999999",
                "Cache-Control: max-age=60\r\nAge: x"
            })
    void anAnswerThatIsForAllIsUsedAgain(String fields) {
        fetch(get("/a"), answer(fields, "hello"));

        assertThat(asksNode(get("/a"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {206, 302, 401, 403, 429, 500, 502, 503})
    void errorsAndStatusesWithoutATermAreNotStored(int status) {
        fetch(get("/a"), "HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n");
        assertThat(asksNode(get("/a"))).isTrue();
        fetch(
                get("/b"),
                "HTTP/1.1 " + (status == 302 ? 401 : status)
                        + " X\r\nCache-Control: max-age=60\r\nContent-Length: 0\r\n\r\n");
        assertThat(asksNode(get("/b"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Basic eDp5",
                "Cookie: session=1",
                "Cache-Control: no-store",
                "Range: bytes=0-1",
                "X-HTTP-Method-Override: DELETE",
                "X-Original-URL: /admin",
                "X_Rewrite_Url: /admin",
                "X-Forwarded-Scheme: nothttps",
                "X-Forwarded-Prefix: /evil",
                "X-Host: evil",
                "If-Match: \"a\"",
                "Content-Length: 3\r\n\r\nabc"
            })
    void theAnswerToARequestOfOneClientIsNotStored(String field) {
        boolean body = field.startsWith("Content-Length");
        String request = body ? "GET /a HTTP/1.1\r\nHost: shop\r\n" + field : get("/a", field);
        fetch(request, FRESH);

        assertThat(asksNode(get("/a"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Basic eDp5",
                "Cache-Control: no-cache",
                "Cache-Control: max-age=0",
                "Cache-Control: max-age=10",
                "Cache-Control: min-fresh=50",
                "Pragma: no-cache",
                "X-HTTP-Method-Override: DELETE",
                "X-Original-URL: /admin",
                "If-Match: \"a\"",
                "Content-Length: 3\r\n\r\nabc"
            })
    void aRequestThatWantsTheNodeGetsIt(String field) {
        fetch(get("/a"), FRESH);
        pass(20);
        boolean body = field.startsWith("Content-Length");

        assertThat(asksNode(body ? "GET /a HTTP/1.1\r\nHost: shop\r\n" + field : get("/a", field)))
                .isTrue();
    }

    @Test
    void credentialsNeedAnAnswerThatSaysItIsForAll() {
        fetch(get("/a", "Authorization: Basic eDp5"), answer("Cache-Control: public, max-age=60", "hello"));

        assertThat(hit(get("/a"))).endsWith("hello");
        assertThat(hit(get("/a", "Authorization: Basic other"))).endsWith("hello");
    }

    @Test
    void cookiesNeedAnAnswerThatSaysItIsForAllUnlessTheyAreIgnored() {
        fetch(get("/a", "Cookie: s=1"), answer("Cache-Control: public, max-age=60", "hello"));
        assertThat(hit(get("/a"))).endsWith("hello");
        stand.cache().close();

        stand = stand(new RouteCacheSettings(1 << 20, 0, Duration.ZERO, Duration.ZERO, CookieUse.IGNORED, true, false));
        fetch(get("/a", "Cookie: s=1"), FRESH);
        assertThat(hit(get("/a", "Cookie: s=2"))).endsWith("hello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /A HTTP/1.1\r\nHost: shop\r\n\r\n",
                "GET /a? HTTP/1.1\r\nHost: shop\r\n\r\n",
                "GET /a?x HTTP/1.1\r\nHost: shop\r\n\r\n",
                "GET //a HTTP/1.1\r\nHost: shop\r\n\r\n",
                "GET /%61 HTTP/1.1\r\nHost: shop\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: shop:81\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: shop.\r\n\r\n",
                "GET http://other/a HTTP/1.1\r\nHost: shop\r\n\r\n",
                "OPTIONS /a HTTP/1.1\r\nHost: shop\r\n\r\n",
                "get /a HTTP/1.1\r\nHost: shop\r\n\r\n"
            })
    void anotherUrlIsNotAnswered(String request) {
        fetch(get("/a"), FRESH);

        assertThat(asksNode(request)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /a HTTP/1.1\r\nHost: SHOP\r\n\r\n",
                "GET http://shop/a HTTP/1.1\r\nHost: evil\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: shop\r\nX-Forwarded-Host: evil\r\n\r\n"
            })
    void theSameUrlIsAnswered(String request) {
        fetch(get("/a"), FRESH);

        assertThat(hit(request)).endsWith("hello");
    }

    @Test
    void variantsAreForTheRequestsThatAgree() {
        fetch(get("/a", "Accept: x"), answer("Cache-Control: max-age=60\r\nVary: Accept", "for-x"));
        fetch(get("/a", "Accept: y"), answer("Cache-Control: max-age=60\r\nVary: accept", "for-y"));
        fetch(get("/a"), answer("Cache-Control: max-age=60\r\nVary: Accept", "for-0"));

        assertThat(hit(get("/a", "Accept: x"))).endsWith("for-x");
        assertThat(hit(get("/a", "accept:  y "))).endsWith("for-y");
        assertThat(hit(get("/a"))).endsWith("for-0");
        assertThat(asksNode(get("/a", "Accept: z"))).isTrue();
        assertThat(asksNode(get("/a", "Accept: x", "Accept: y"))).isTrue();
    }

    /** Servers forget to say so in Vary. */
    @Test
    void encodedContentIsForClientsThatAcceptTheSame() {
        fetch(
                get("/a", "Accept-Encoding: gzip, br"),
                answer("Cache-Control: max-age=60\r\nContent-Encoding: br", "hello"));

        assertThat(hit(get("/a", "Accept-Encoding: gzip, br"))).endsWith("hello");
        assertThat(asksNode(get("/a"))).isTrue();
    }

    /** The gateway writes that field itself: what a client says there is not what the node chose by. */
    @Test
    void variantsFollowWhatTheNodeWasTold() {
        fetch(
                get("/a", "X-Forwarded-Host: evil"),
                answer("Cache-Control: max-age=60\r\nVary: X-Forwarded-Host", "hello"));

        assertThat(hit(get("/a"))).endsWith("hello");
    }

    @Test
    void theWordsOfATrustedPeerBelongToTheKey() {
        stand.cache().close();
        RuleSettings rules = RuleSettings.NONE.with(DEFAULTS);
        stand = new MemoryStand(1, s -> s.trusting("127.0.0.0/8").route(null, null, "shop", rules), c -> {});
        fetch(get("/a", "X-Forwarded-Host: evil"), answer("Cache-Control: max-age=60", "evil"));
        fetch(get("/b", "X-Forwarded-Proto: https"), answer("Cache-Control: max-age=60", "secure"));

        assertThat(asksNode(get("/a"))).isTrue();
        assertThat(asksNode(get("/a", "X-Forwarded-Host: shop"))).isTrue();
        assertThat(hit(get("/a", "X-Forwarded-Host: evil"))).endsWith("evil");
        assertThat(asksNode(get("/b"))).isTrue();
        assertThat(asksNode(get("/b", "X-Forwarded-Proto: http"))).isTrue();
    }

    /** A page may show or follow whatever stands there, and some servers look for pairs inside of quotes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: <script>, 10.0.0.1",
                "X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-For: evil.example",
                "X-Real-IP: evil.example",
                "X-Forwarded-For: cafe.de",
                "X-Real-IP: bad.cafe:80",
                "X-Forwarded-For: 1.2.3",
                "X-Forwarded-For: []",
                "X-Forwarded-For: 10.0.0.1:cafe",
                "X-Forwarded-For: [2001:db8::1",
                "X-Forwarded-For: [2001:db8::1]:cafe",
                "Forwarded: for=face.de",
                "Forwarded: host=evil",
                "Forwarded: for=\"x;host=evil\"",
                "Forwarded: for=\"1.1.1.1\\\";host=evil;x=\\\"\"",
                "Forwarded: for=_evil",
                "Forwarded: by=\"10.0.0.1,proto=https\";secret=1"
            })
    void whatATrustedPeerTellsInPlaceOfAnAddressBelongsToTheKey(String field) {
        stand.cache().close();
        stand = trustingAll();
        fetch(get("/a", field), answer("Cache-Control: max-age=60", "evil"));

        assertThat(hit(get("/a", field))).endsWith("evil");
        assertThat(asksNode(get("/a"))).isTrue();
    }

    @Test
    void theProxyThatSaidAWordOfForwardedBelongsToTheKey() {
        stand.cache().close();
        stand = trustingAll();
        fetch(get("/a", "Forwarded: for=1.1.1.1;host=a, for=2.2.2.2;proto=https"), FRESH);

        assertThat(asksNode(get("/a", "Forwarded: for=1.1.1.1;host=a;proto=https, for=2.2.2.2")))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 10.0.0.1",
                "X-Forwarded-For: 2001:db8::1, 10.0.0.1:80 ,unknown",
                "X-Forwarded-For: ::ffff:10.0.0.1, ::, [CAFE::]",
                "X-Real-IP: 10.0.0.1",
                "Forwarded: for=10.0.0.1",
                "Forwarded: For=\"[2001:db8::1]:4711\""
            })
    void clientsOfATrustedPeerShareAnswers(String field) {
        stand.cache().close();
        stand = trustingAll();
        String name = field.substring(0, field.indexOf(' '));
        fetch(get("/a", name + (name.startsWith("F") ? " for=192.0.2.7" : " 192.0.2.7")), FRESH);

        assertThat(hit(get("/a", field))).endsWith("hello");
    }

    private static MemoryStand trustingAll() {
        RuleSettings rules = RuleSettings.NONE.with(DEFAULTS);
        return new MemoryStand(
                1,
                s -> s.trusting("127.0.0.0/8").believing(OriginField.values()).route(null, null, "shop", rules),
                c -> {});
    }

    @Test
    void anAnswerOfOneRouteIsNotThatOfAnother() {
        stand.cache().close();
        RuleSettings rules = RuleSettings.NONE.with(DEFAULTS);
        HeaderSettings env = new HeaderSettings(List.of(), List.of(), Map.of("X-Env", "b"), Map.of("X-To", "client"));
        RuleSettings others = rules.with(env);
        stand = new MemoryStand(
                1, s -> s.route("shop", null, "shop", rules).route("other", null, "shop", others), c -> {});
        fetch("GET /a HTTP/1.1\r\nHost: other\r\n\r\n", FRESH);

        assertThat(hit("GET /a HTTP/1.1\r\nHost: other\r\n\r\n"))
                .contains("\r\nX-To: client\r\n")
                .endsWith("hello");
        assertThat(asksNode(get("/a"))).isTrue();
    }

    @Test
    void anOldAnswerIsConfirmedByTheNode() {
        fetch(get("/a"), answer("Cache-Control: max-age=10\r\nETag: \"v1\"\r\nX-Old: 1", "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a"));
        assertThat(stand.inFlight()).isOne();
        stand.answer(
                1, "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=50\r\nX-Old: 2\r\nSet-Cookie: c=1\r\n\r\n");

        assertThat(client.got())
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("fwd=stale; fwd-status=304; ttl=50\r\n", "\r\nX-Old: 2\r\n", "\r\nSet-Cookie: c=1\r\n")
                .doesNotContain("X-Old: 1")
                .endsWith("\r\n\r\nhello");
        pass(40);
        assertThat(hit(get("/a")))
                .contains("\r\nAge: 40\r\n")
                .doesNotContain("Set-Cookie")
                .endsWith("hello");
    }

    @Test
    void theNodeIsAskedWithTheConditionsOfTheCacheAndNotOfTheClient() {
        fetch(
                get("/a"),
                answer(
                        "Cache-Control: max-age=10\r\nETag: \"v1\"\r\nLast-Modified: Thu, 01 Jan 1970 00:00:00 GMT",
                        "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a", "If-None-Match: \"v0\"", "X-Last: 1"));
        stand.answer(1, "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=50\r\n\r\n");

        assertThat(client.got())
                .as("the client has another version")
                .startsWith("HTTP/1.1 200 ")
                .endsWith("hello");
        assertThat(hit(get("/a", "If-None-Match: W/\"v1\"")))
                .startsWith("HTTP/1.1 304 ")
                .endsWith("\r\n\r\n");
    }

    private static final String ANOTHER =
            "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=50\r\nETag: \"v2\"\r\n\r\n";

    private static final String VALIDATORS = "ETag: \"v1\"\r\nLast-Modified: Thu, 01 Jan 1970 00:00:00 GMT\r\n";

    /** The connection to the node that was made last, which may be an earlier one. */
    private Peer newest(Peer before) {
        return stand.network().isUntouched(1) ? before : stand.node(1);
    }

    /** Stores a version, and has a node answer a later request with the word that another one is still good. */
    private Peer denied(String fields, String... ofClient) {
        fetch(get("/a"), answer(VALIDATORS + fields, "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a", ofClient));
        stand.answer(1, ANOTHER);
        stand.settle();
        return client;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cache-Control: max-age=10",
                "Cache-Control: max-age=10, must-revalidate",
                "Cache-Control: max-age=10, proxy-revalidate",
                "Cache-Control: max-age=60, no-cache"
            })
    void aConfirmationOfAnotherVersionIsNone(String fields) {
        fetch(get("/a"), answer(VALIDATORS + fields, "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a", "If-None-Match: \"v0\"", "X-Last: 1"));
        Peer node = stand.node(1);
        assertThat(node.got()).contains("\r\nIf-None-Match: \"v1\"\r\n", "\r\nIf-Modified-Since: ");
        node.sends(ANOTHER);

        assertThat(client.got()).as("nothing was validated").isEmpty();
        assertThat(stand.inFlight()).as("the request goes to a node again").isOne();
        Peer again = newest(node);
        assertThat(again.got())
                .as("without conditions")
                .startsWith("GET /a ")
                .contains("X-Last: 1\r\n")
                .doesNotContain("If-");
        again.sends(answer("Cache-Control: max-age=50\r\nETag: \"v2\"", "other"));

        assertThat(client.got())
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("fwd=stale; stored\r\n", "\r\nETag: \"v2\"\r\n")
                .endsWith("other");
        assertThat(stand.inFlight()).isZero();
        assertThat(hit(get("/a"))).endsWith("other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache-Control: no-cache", "Cache-Control: max-age=0", "Pragma: no-cache"})
    void aClientThatWantsAValidatedAnswerGetsNoOtherOne(String field) {
        Peer client = denied("Cache-Control: max-age=600", field);

        assertThat(client.got()).isEmpty();
        stand.answer(1, answer("Cache-Control: no-store", "other"));

        assertThat(client.got()).endsWith("other");
        assertThat(asksNode(get("/a"))).as("what is stored is outdated").isTrue();
    }

    @Test
    void aNodeThatConfirmsWhatNobodyAskedForIsRefused() {
        Peer client = denied("Cache-Control: max-age=10, must-revalidate", "If-None-Match: \"v2\"");
        stand.answer(1, ANOTHER);

        assertThat(client.got()).startsWith("HTTP/1.1 502 ");
        assertThat(stand.inFlight()).as("once only").isZero();
    }

    @Test
    void aConfirmationOfNothingGoesToTheClientAndIsNotStored() {
        assertThat(fetch(get("/a"), ANOTHER))
                .startsWith("HTTP/1.1 304 ")
                .contains("fwd=uri-miss\r\n")
                .doesNotContain("stored");
        assertThat(asksNode(get("/a"))).isTrue();
    }

    @Test
    void anOldAnswerStandsForAnErrorBehindAConfirmationOfAnotherVersion() {
        Peer client = denied("Cache-Control: max-age=10, stale-if-error=60");
        stand.answer(1, "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n");

        assertThat(client.got()).contains("stale-if-error").endsWith("hello");
    }

    @Test
    void thoseWhoWaitGetTheAnswerBehindAConfirmationOfAnotherVersion() {
        fetch(get("/a"), answer("Cache-Control: max-age=10\r\nETag: \"v1\"", "hello"));
        pass(30);
        Peer first = stand.client();
        first.sends(get("/a"));
        Peer second = stand.client();
        second.sends(get("/a"));
        stand.answer(1, ANOTHER);
        assertThat(stand.inFlight()).isOne();
        stand.answer(1, answer("Cache-Control: max-age=50\r\nETag: \"v2\"", "other"));
        stand.settle();

        assertThat(first.got()).endsWith("other");
        assertThat(second.got()).contains("collapsed").endsWith("other");
    }

    @Test
    void aRefreshWhoseConfirmationIsOfAnotherVersionFetches() {
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-while-revalidate=60\r\nETag: \"v1\"", "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a"));
        assertThat(client.got()).contains("hit; ttl=-20").endsWith("hello");
        stand.answer(1, ANOTHER);
        assertThat(stand.inFlight()).isOne();
        stand.answer(1, answer("Cache-Control: max-age=50\r\nETag: \"v2\"", "other"));

        assertThat(stand.inFlight()).isZero();
        assertThat(hit(get("/a"))).endsWith("other");
    }

    @Test
    void aConfirmationMayHaveTheTagInAnotherStrength() {
        fetch(get("/a"), answer("Cache-Control: max-age=10\r\nETag: W/\"v1\"", "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a"));
        stand.answer(1, "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=50\r\nETag: \"v1\"\r\n\r\n");

        assertThat(client.got())
                .contains("fwd=stale; fwd-status=304; ttl=50\r\n")
                .endsWith("hello");
        assertThat(hit(get("/a"))).endsWith("hello");
    }

    @Test
    void aConfirmationWithAnotherVaryForgetsTheAnswer() {
        fetch(get("/a"), answer("Cache-Control: max-age=60\r\nETag: \"v1\"", "hello"));
        Peer client = stand.client();
        client.sends(get("/a", "Origin: https://x", "Cache-Control: no-cache"));
        stand.answer(1, "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=50\r\nVary: Origin\r\n\r\n");
        assertThat(client.got()).startsWith("HTTP/1.1 200 ").endsWith("hello");
        pass(1);

        assertThat(fetch(get("/a"), answer("Cache-Control: max-age=60\r\nVary: Origin", "other")))
                .as("a node is asked again")
                .endsWith("other");
        assertThat(hit(get("/a"))).endsWith("other");
    }

    @Test
    void aClientThatForbidsStoringForgetsNothing() {
        fetch(get("/a"), answer("Cache-Control: max-age=60\r\nETag: \"v1\"", "hello"));
        Peer client = stand.client();
        client.sends(get("/a", "Cache-Control: no-cache, no-store"));
        stand.answer(1, "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=50\r\n\r\n");
        assertThat(client.got()).endsWith("hello");
        assertThat(hit(get("/a"))).endsWith("hello");

        Peer other = stand.client();
        other.sends(get("/a", "Cache-Control: no-cache, no-store"));
        stand.answer(1, answer("Cache-Control: max-age=60", "world"));
        assertThat(other.got()).endsWith("world");
        assertThat(hit(get("/a"))).endsWith("hello");
    }

    @Test
    void aChangedAnswerTakesThePlaceOfTheOldOne() {
        fetch(get("/a"), answer("Cache-Control: max-age=10\r\nETag: \"v1\"", "hello"));
        pass(30);

        assertThat(fetch(get("/a"), answer("Cache-Control: max-age=10\r\nETag: \"v2\"", "world")))
                .contains("fwd=stale; stored\r\n")
                .endsWith("world");
        assertThat(hit(get("/a"))).endsWith("world");
    }

    @Test
    void clientsThatHaveTheAnswerAreToldSo() {
        fetch(
                get("/a"),
                answer(
                        "Cache-Control: max-age=60\r\nETag: \"v1\"\r\nContent-Type: text/plain\r\n"
                                + "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT",
                        "hello"));

        assertThat(hit(get("/a", "If-None-Match: \"x\", \"v1\"")))
                .startsWith("HTTP/1.1 304 Not Modified\r\n")
                .contains("ETag: \"v1\"", "Cache-Control: max-age=60", "Date: ", "Age: 0")
                .doesNotContain("Content-Length", "Content-Type", "hello");
        assertThat(hit(get("/a", "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT")))
                .startsWith("HTTP/1.1 304 ");
        assertThat(hit(get("/a", "If-None-Match: \"x\"", "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT")))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("hello");
    }

    /** Lines of one list are one list (RFC 9110 §5.3). */
    @Test
    void tagsOnSeveralLinesAreOneList() {
        fetch(get("/a"), answer("Cache-Control: max-age=60\r\nETag: \"v1\"", "hello"));

        assertThat(hit(get("/a", "If-None-Match: \"x\"", "Accept: y", "If-None-Match: \"v1\"")))
                .startsWith("HTTP/1.1 304 ");
        assertThat(hit(get("/a", "If-None-Match: \"v1\"", "If-None-Match: \"x\"")))
                .startsWith("HTTP/1.1 304 ");
        assertThat(hit(get("/a", "If-None-Match: \"x\"", "If-None-Match: \"y\"")))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("hello");
    }

    @Test
    void partsAreCutOutOfWholeAnswers() {
        fetch(get("/a"), answer("Cache-Control: max-age=60\r\nETag: \"v1\"", "hello"));

        assertThat(hit(get("/a", "Range: bytes=1-2")))
                .startsWith("HTTP/1.1 206 Partial Content\r\n")
                .contains("\r\nContent-Range: bytes 1-2/5\r\n", "\r\nContent-Length: 2\r\n")
                .endsWith("\r\n\r\nel");
        assertThat(hit(get("/a", "Range: bytes=-2"))).endsWith("\r\n\r\nlo");
        assertThat(hit(get("/a", "Range: bytes=3-"))).endsWith("\r\n\r\nlo");
        assertThat(hit(get("/a", "Range: bytes=9-")))
                .startsWith("HTTP/1.1 416 ")
                .contains("\r\nContent-Range: bytes */5\r\n", "\r\nContent-Length: 0\r\n");
        assertThat(hit(get("/a", "Range: bytes=0-1,3-4")))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("hello");
        assertThat(hit(get("/a", "Range: bytes=0-1", "If-Range: \"v0\"")))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("hello");
        assertThat(hit(get("/a", "Range: bytes=0-1", "If-Range: \"v1\""))).startsWith("HTTP/1.1 206 ");
    }

    /** Other caches may keep any answer that says for how long, and would give it to those who ask for the whole. */
    @Test
    void thatAPartIsNotThereIsNoAnswerToKeep() {
        String times = "Cache-Control: public, max-age=60\r\nExpires: Thu, 01 Jan 2099 00:00:00 GMT\r\n"
                + "CDN-Cache-Control: max-age=60\r\nSurrogate-Control: max-age=60\r\nETag: \"v1\"";
        fetch(get("/a"), answer(times, "hello"));

        assertThat(hit(get("/a", "Range: bytes=9-")))
                .startsWith("HTTP/1.1 416 ")
                .contains("\r\nETag: \"v1\"\r\n")
                .doesNotContain("Control:", "Expires:");
        assertThat(hit(get("/a"))).contains("\r\nCDN-Cache-Control: max-age=60\r\n", "\r\nExpires: ");
    }

    @Test
    void onlyIfCachedAsksNobody() {
        assertThat(hit(get("/a", "Cache-Control: only-if-cached"))).startsWith("HTTP/1.1 504 ");
        fetch(get("/a"), FRESH);

        assertThat(hit(get("/a", "Cache-Control: only-if-cached"))).endsWith("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "M-SEARCH"})
    void anUnsafeRequestThatSucceedsForgetsItsUrlAndThoseThatItNames(String method) {
        fetch(get("/a"), FRESH);
        fetch(get("/b"), FRESH);
        fetch(get("/c"), FRESH);
        fetch(get("/d"), FRESH);
        String change = method + " /a HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\n\r\nx";
        fetch(change, "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
        assertThat(hit(get("/a"))).endsWith("hello");

        fetch(
                change,
                lines(
                        "HTTP/1.1 201 X",
                        "Content-Length: 0",
                        "Location: /b",
                        "Content-Location: http://shop/c",
                        "Content-Location: http://other/d",
                        ""));

        assertThat(asksNode(get("/a"))).isTrue();
        assertThat(asksNode(get("/b"))).isTrue();
        assertThat(asksNode(get("/c"))).isTrue();
        assertThat(hit(get("/d"))).endsWith("hello");
    }

    /** The words of the node from before the change are not stored behind it. */
    @Test
    void anAnswerThatWasUnderWayWhenItsUrlChangedIsNotStored() {
        Peer reader = stand.client();
        reader.sends(get("/a"));
        Peer slow = stand.node(1);
        slow.sends("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 5\r\n\r\nhel");
        pass(1);
        Peer writer = stand.client();
        writer.sends("DELETE /a HTTP/1.1\r\nHost: shop\r\n\r\n");
        stand.node(1).sends("HTTP/1.1 204 X\r\n\r\n");
        assertThat(writer.got()).startsWith("HTTP/1.1 204 ");

        slow.sends("lo");

        assertThat(reader.got()).endsWith("hello");
        stand.client().sends(get("/a"));
        assertThat(stand.inFlight()).isOne();
    }

    @Test
    void manyWaitForOneFetch() {
        Peer first = stand.client();
        first.sends(get("/a"));
        Peer second = stand.client();
        second.sends(get("/a"));
        Peer third = stand.client();
        third.sends(get("/a"));
        assertThat(stand.inFlight()).isOne();

        stand.answer(1, FRESH);

        assertThat(first.got()).endsWith("hello");
        stand.inFlight();
        assertThat(second.got()).contains("fwd=uri-miss; collapsed").endsWith("hello");
        assertThat(third.got()).endsWith("hello");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void thoseWhoWaitedGoThemselvesWhenTheAnswerIsNotForAll() {
        Peer first = stand.client();
        first.sends(get("/a"));
        Peer second = stand.client();
        second.sends(get("/a"));
        stand.answer(1, answer("Cache-Control: private", "one"));
        assertThat(first.got()).endsWith("one");
        assertThat(stand.inFlight()).isOne();

        stand.answer(1, answer("Cache-Control: private", "two"));

        assertThat(second.got()).endsWith("two");
        Peer third = stand.client();
        third.sends(get("/a"));
        Peer fourth = stand.client();
        fourth.sends(get("/a"));
        assertThat(stand.inFlight())
                .as("nobody waits for answers of one client")
                .isEqualTo(2);
    }

    @Test
    void waitingHasAnEnd() {
        Peer first = stand.client();
        first.sends(get("/a"));
        Peer second = stand.client();
        second.sends(get("/a"));
        stand.pass(Duration.ofMillis(4900));
        assertThat(stand.inFlight()).isOne();

        stand.pass(Duration.ofMillis(300));

        assertThat(stand.inFlight()).isEqualTo(2);
    }

    @Test
    void oneOfThoseWhoWaitFetchesWhenTheFirstOneLeaves() {
        Peer first = stand.client();
        first.sends(get("/a"));
        Peer second = stand.client();
        second.sends(get("/a"));
        Peer third = stand.client();
        third.sends(get("/a"));
        stand.node(1);

        first.breaks();
        assertThat(stand.inFlight()).isOne();
        stand.answer(1, FRESH);

        stand.inFlight();
        assertThat(second.got()).endsWith("hello");
        assertThat(third.got()).endsWith("hello");
    }

    @Test
    void aClientThatLeavesWhileItWaitsIsForgotten() {
        Peer first = stand.client();
        first.sends(get("/a"));
        Peer second = stand.client();
        second.sends(get("/a"));
        second.breaks();

        stand.answer(1, FRESH);

        assertThat(first.got()).endsWith("hello");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void anOldAnswerStandsForAnErrorWhereItMay() {
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-if-error=60", "hello"));
        fetch(get("/b"), answer("Cache-Control: max-age=10, stale-if-error=60, must-revalidate", "hello"));
        pass(30);

        String error = "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n";
        assertThat(fetch(get("/a"), error))
                .contains("stale-if-error", "ttl=-20")
                .endsWith("hello");
        assertThat(fetch(get("/b"), error)).startsWith("HTTP/1.1 503 ");
        pass(60);
        assertThat(fetch(get("/a"), error)).startsWith("HTTP/1.1 503 ");
    }

    @Test
    void anOldAnswerStandsForANodeThatIsAway() {
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-if-error=60", "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a"));
        stand.network().refuses(1);
        stand.node(1).breaks();

        assertThat(stand.inFlight()).isZero();
        assertThat(client.got()).startsWith("HTTP/1.1 200 ").endsWith("hello");
    }

    @Test
    void anOldAnswerIsUsedWhileANodeIsAskedWhetherItIsStillGood() {
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-while-revalidate=60\r\nETag: \"v1\"", "hello"));
        pass(30);
        Peer first = stand.client();
        first.sends(get("/a"));
        Peer second = stand.client();
        second.sends(get("/a"));

        assertThat(first.got()).contains("hit; ttl=-20").endsWith("hello");
        assertThat(second.got()).contains("hit; ttl=-20").endsWith("hello");
        assertThat(stand.inFlight()).as("requests of the cache").isOne();
        stand.answer(1, "HTTP/1.1 304 X\r\nCache-Control: max-age=10\r\n\r\n");
        assertThat(hit(get("/a"))).contains("hit; ttl=10").endsWith("hello");
    }

    /** The head to the node names one gateway more than that of the client, which is one below the limit. */
    @Test
    void aRequestThatHasPassedNineGatewaysRefreshesLikeOthers() {
        String nine = "Via: 1.1 evenkeel" + ", 1.1 evenkeel".repeat(8);
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-while-revalidate=60\r\nETag: \"v1\"", "hello"));
        pass(30);
        Peer client = stand.client();
        client.sends(get("/a", nine));

        assertThat(client.got()).contains("hit; ttl=-20").endsWith("hello");
        stand.answer(1, "HTTP/1.1 304 X\r\nCache-Control: max-age=10\r\n\r\n");
        assertThat(hit(get("/a"))).contains("hit; ttl=10").endsWith("hello");
    }

    @Test
    void anotherAnswerComesInTheBackground() {
        fetch(
                get("/a", "Accept: x"),
                answer("Cache-Control: max-age=10, stale-while-revalidate=60\r\nVary: Accept", "old"));
        pass(30);
        Peer first = stand.client();
        first.sends(get("/a", "Accept: x"));
        assertThat(first.got()).endsWith("old");

        stand.answer(1, answer("Cache-Control: max-age=10\r\nVary: Accept", "new"));

        assertThat(hit(get("/a", "Accept: x"))).endsWith("new");
    }

    @Test
    void aRefreshThatFailsLeavesTheOldAnswer() {
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-while-revalidate=60", "hello"));
        pass(30);
        Peer first = stand.client();
        first.sends(get("/a"));
        stand.answer(1, "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
        assertThat(first.got()).endsWith("hello");

        Peer second = stand.client();
        second.sends(get("/a"));
        assertThat(second.got()).endsWith("hello");
        stand.breaksOn(1);
        assertThat(stand.inFlight()).as("a safe request is sent again").isOne();
        stand.answer(1, "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
        assertThat(stand.inFlight()).isZero();
    }

    /** Nobody waits for a refresh, so nobody else ends what one leaves behind that breaks while it begins. */
    @Test
    void aRefreshThatBreaksWhileItBeginsLetsTheNextOneBegin() {
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-while-revalidate=600", "hello"));
        pass(12);
        stand.kept(1).nextWriteThrows(new IllegalStateException("a fault that a test wants"));
        assertThat(fetchesInTheBackground()).as("the request that broke").isFalse();
        assertThat(stand.events("a stored answer could not be refreshed")).hasSize(1);

        pass(1);
        assertThat(fetchesInTheBackground()).isTrue();
        stand.answer(1, answer("Cache-Control: max-age=10", "again"));
        assertThat(hit(get("/a"))).endsWith("again");
    }

    /** Begins a refresh; the other end of its connection. */
    private Peer refreshes() {
        Peer client = stand.client();
        client.sends(get("/a"));
        Peer node = stand.node(1);
        node.sends(answer("Cache-Control: max-age=10, stale-while-revalidate=86400", "hello"));
        pass(30);
        assertThat(fetchesInTheBackground()).isTrue();
        return newest(node);
    }

    private boolean fetchesInTheBackground() {
        Peer client = stand.client();
        client.sends(get("/a"));
        assertThat(client.got()).endsWith("hello");
        return stand.inFlight() == 1;
    }

    @Test
    void aRefreshOfASilentNodeEnds() {
        refreshes();
        pass(31);

        assertThat(stand.inFlight()).isZero();
        assertThat(fetchesInTheBackground()).as("another one begins").isTrue();
        stand.answer(1, FRESH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nX: ",
                "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 900\r\n\r\n"
            })
    void aRefreshThatDripsEnds(String begun) {
        Peer node = refreshes();
        node.sends(begun);
        for (int second = 0; second < 600 && node.isOpen(); second++) {
            assertThat(second).as("seconds, of twice 30").isLessThan(61);
            pass(1);
            node.sends("x");
            assertThat(node.isOpen() || second >= 58)
                    .as("open after %d s", second + 1)
                    .isTrue();
        }

        assertThat(node.isOpen()).as("the connection of the refresh").isFalse();
        assertThat(stand.inFlight()).isZero();
        assertThat(stand.counts(1).failed()).as("the node is not to blame").isZero();
        assertThat(fetchesInTheBackground()).as("another one begins").isTrue();
        stand.answer(1, FRESH);
    }

    @Test
    void longAnswersPassAndAreNotStored() {
        stand.cache().close();
        stand = stand(new RouteCacheSettings(4, 0, Duration.ZERO, Duration.ZERO, CookieUse.EXPLICIT, false, false));
        assertThat(fetch(get("/a"), FRESH)).endsWith("hello").doesNotContain("Cache-Status");
        assertThat(asksNode(get("/a"))).isTrue();
        fetch(get("/b"), CHUNKED + "5\r\nhello\r\n0\r\n\r\n");
        assertThat(asksNode(get("/b"))).isTrue();
    }

    @Test
    void aSlowClientTakesAStoredAnswerPieceByPiece() {
        String body = "0123456789".repeat(20_000);
        fetch(get("/a"), answer("Cache-Control: max-age=60", body));
        Peer client = stand.client();
        client.takes(1000);
        client.sends(get("/a"));
        String head = client.got();
        client.takesAll();
        stand.inFlight();

        String whole = head + client.got();
        assertThat(whole.substring(whole.indexOf("\r\n\r\n") + 4)).isEqualTo(body);
    }

    @Test
    void aClientThatLeavesAmidAStoredAnswerGivesItBack() {
        String body = "0123456789".repeat(20_000);
        fetch(get("/a"), answer("Cache-Control: max-age=60", body));
        Peer client = stand.client();
        client.takes(1000);
        client.sends(get("/a"));

        client.breaks();

        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void storedAnswersMakeRoomForOthers() {
        String body = "x".repeat(100_000);
        for (int k = 0; k < 50; k++) {
            fetch(get("/" + k), answer("Cache-Control: max-age=60", body));
        }

        assertThat(stand.cache().taken()).isLessThanOrEqualTo(1 << 20);
        assertThat(stand.cache().counts().evicted()).isPositive();
    }

    /** Counts of {misses, revalidated, stale, hits}. */
    private List<Long> counts() {
        CacheCounts counts = stand.cache().counts();
        return List.of(counts.misses.sum(), counts.revalidated.sum(), counts.stale.sum(), counts.hits.sum());
    }

    @Test
    void aRequestCountsOnceByItsAnswer() {
        fetch(get("/a"), answer("Cache-Control: max-age=10, stale-while-revalidate=30\r\nETag: \"v1\"", "hello"));
        assertThat(counts()).as("a miss").containsExactly(1L, 0L, 0L, 0L);
        hit(get("/a"));
        assertThat(counts()).as("a hit").containsExactly(1L, 0L, 0L, 1L);
        pass(20);
        stand.client().sends(get("/a"));
        stand.answer(1, "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=10\r\n\r\n");
        assertThat(counts())
                .as("one that is old, and a refresh that nobody asked for")
                .containsExactly(1L, 0L, 1L, 1L);
        pass(50);
        stand.client().sends(get("/a"));
        stand.answer(1, "HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=10\r\n\r\n");
        assertThat(counts()).as("a revalidated one").containsExactly(1L, 1L, 1L, 1L);
        pass(50);
        stand.client().sends(get("/a"));
        stand.answer(1, answer("Cache-Control: max-age=10, stale-if-error=90", "other"));
        assertThat(counts()).as("a new version").containsExactly(2L, 1L, 1L, 1L);
        pass(50);
        stand.client().sends(get("/a"));
        stand.answer(1, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n");
        assertThat(counts()).as("an old one for an error").containsExactly(2L, 1L, 2L, 1L);
        Peer gone = stand.client();
        gone.sends(get("/b"));
        gone.breaks();
        assertThat(counts()).as("a client that is gone").containsExactly(3L, 1L, 2L, 1L);
    }

    @Test
    void pipelinedHitsAreAnsweredInOrder() {
        fetch(get("/a"), answer("Cache-Control: max-age=60", "one"));
        fetch(get("/b"), answer("Cache-Control: max-age=60", "two"));

        String both = hit(get("/a") + get("/b"));

        assertThat(both.indexOf("one")).isPositive().isLessThan(both.indexOf("two"));
    }
}
