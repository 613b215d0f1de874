// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.inquiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheExplanation.StoredView;
import io.evenkeel.dispatcher.control.CacheExplanation.WayOn;
import io.evenkeel.dispatcher.control.CacheQuestion;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheStart;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words about a request beside what becomes of it, in memory and in virtual time. */
class RequestInquiryTest {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final Pattern STATUS = Pattern.compile("\r\nCache-Status: evenkeel; ([^\r]*)\r\n");

    private static final RouteCacheSettings ENCODING =
            new RouteCacheSettings(1 << 20, 0, Duration.ZERO, Duration.ZERO, CookieUse.EXPLICIT, true, true);

    private final MemoryStand stand = new MemoryStand(
            1,
            settings -> settings.route(null, "/plain", "shop")
                    .route(null, "/zstd", "shop", RuleSettings.NONE.with(ENCODING))
                    .route(null, null, "shop", RuleSettings.NONE.with(RouteCacheSettings.DEFAULTS)),
            cluster -> {});

    private CacheExplanation ask(String method, String path, String... fields) {
        return asks(method, "http://shop" + path, fields);
    }

    private CacheExplanation asks(String method, String url, String... fields) {
        Origin.OwnAddress own = new Origin.OwnAddress(stand.rules().forward(), new InetSocketAddress(HERE, 80), false);
        Origin origin =
                new Origin(new InetSocketAddress(HERE, 1), own, stand.rules().trusts(HERE));
        AskedRequest asked = AskedRequest.of(new CacheQuestion(method, url, List.of(fields), "", HERE));
        long nowNs = stand.context().loop().nowNs();
        return new RequestInquiry(stand.rules(), List.of("/plain", "/zstd", ""), origin, stand.cache(), nowNs)
                .answer(asked);
    }

    private static String request(String method, String path, String... fields) {
        String lines = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
        return method + " " + path + " HTTP/1.1\r\nHost: shop\r\n" + lines + "\r\n";
    }

    private static String answer(String fields) {
        return "HTTP/1.1 200 OK\r\n" + fields + "\r\nContent-Length: 5\r\n\r\nhello";
    }

    private void fetch(String path, String answerFields, String... fields) {
        Peer client = stand.client();
        client.sends(request("GET", path, fields));
        stand.answer(1, answer(answerFields));
        assertThat(client.got()).contains("; stored\r\n");
    }

    /** Answers of each kind, 20 seconds old. */
    private void fill() {
        fetch("/fresh", "Cache-Control: max-age=60");
        fetch("/old", "Cache-Control: max-age=10\r\nETag: \"a\"");
        fetch("/swr", "Cache-Control: max-age=10, stale-while-revalidate=30");
        fetch("/public", "Cache-Control: max-age=60, public");
        fetch("/vary", "Cache-Control: max-age=60\r\nVary: Accept-Language", "Accept-Language: de");
        stand.pass(Duration.ofSeconds(20));
    }

    private void answers(boolean asked) {
        if (asked) {
            stand.answer(1, answer("Cache-Control: no-store"));
        }
    }

    /** Nothing that was looked at stays in use. */
    @AfterEach
    void everyOctetIsGivenBack() {
        stand.abort();
        stand.cache().close();
        assertThat(stand.cache().taken()).as("bytes of nobody").isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET     | /fresh  |                                   | hit",
                "HEAD    | /fresh  |                                   | hit",
                "GET     | /fresh  | Cache-Control: max-age=10         | stale",
                "GET     | /fresh  | Cache-Control: min-fresh=50       | stale",
                "GET     | /fresh  | Pragma: no-cache                  | stale",
                "GET     | /fresh  | Authorization: Basic eDp5         | vary-miss",
                "GET     | /public | Authorization: Basic eDp5         | hit",
                "GET     | /fresh  | If-Match: \"a\"                   | bypass",
                "GET     | /fresh  | X-Original-URL: /admin            | bypass",
                "GET     | /fresh  | X-Forwarded-Server: other         | bypass",
                "POST    | /fresh  |                                   | method",
                "OPTIONS | /fresh  |                                   | method",
                "GET     | /old    |                                   | stale",
                "GET     | /old    | Cache-Control: max-stale=60       | hit-stale",
                "GET     | /swr    |                                   | hit-refreshed",
                "GET     | /vary   | Accept-Language: de               | hit",
                "GET     | /vary   | Accept-Language: en               | vary-miss",
                "GET     | /vary   |                                   | vary-miss",
                "GET     | /new    |                                   | uri-miss",
                "GET     | /new?a  | Cookie: a=b                       | uri-miss"
            })
    void whatIsSaidOfARequestBecomesOfIt(String method, String path, String field, String course) {
        fill();
        String[] fields = field == null ? new String[0] : new String[] {field};

        CacheExplanation said = ask(method, path, fields);
        Peer client = stand.client();
        client.sends(request(method, path, fields));
        boolean asks = stand.inFlight() > 0;
        answers(asks);
        String got = client.got();

        Matcher real = STATUS.matcher(got);
        assertThat(real.find()).as(got).isTrue();
        assertThat(said.cacheStatus()).isEqualTo(real.group(1));
        assertThat(said.course().word()).isEqualTo(course);
        assertThat(said.course().isHit() && said.course() != WayOn.HIT_REFRESHED)
                .as("nodes are left alone")
                .isEqualTo(!asks);
    }

    @Test
    void onlyWhatIsStoredIsWantedAndThereIsNone() {
        CacheExplanation said = ask("GET", "/new", "Cache-Control: only-if-cached");
        Peer client = stand.client();
        client.sends(request("GET", "/new", "Cache-Control: only-if-cached"));

        assertThat(said.course()).isEqualTo(WayOn.NOT_STORED);
        assertThat(client.got()).startsWith("HTTP/1.1 504 ");
    }

    @Test
    void lookingChangesNothing() {
        fill();
        long hits = stand.cache().counts().hits.sum();
        long misses = stand.cache().counts().misses.sum();
        long taken = stand.cache().taken();

        ask("GET", "/fresh");
        ask("GET", "/vary");
        ask("GET", "/new");

        assertThat(stand.cache().counts().hits.sum()).isEqualTo(hits);
        assertThat(stand.cache().counts().misses.sum()).isEqualTo(misses);
        assertThat(stand.cache().taken()).isEqualTo(taken);
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void tellsWhatIsStoredInWordsAndFigures() {
        fill();

        CacheExplanation said = ask("GET", "/vary", "Accept-Language: de");

        assertThat(said.stored()).isEqualTo(new StoredView(1, 200, 20, 60, 5, false, List.of("accept-language")));
        assertThat(said.sentences())
                .containsExactly(
                        "It comes to listener web, takes route 3 and belongs to cluster shop.",
                        "The stored answer would be used.",
                        "Its key is http://shop/vary.",
                        "One answer is stored for it, with status 200 and 5 bytes.",
                        "It is 20 s old and fresh for 40 s more.",
                        "It is for requests with the same accept-language (Vary), as nodes get them.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/fresh | X-Original-URL: /admin      | it has a field by which servers may take it for another request (X-Original-URL)",
                "/fresh | Content-Length: 3           | it has a body, which a node may choose its answer by",
                "/fresh | If-Unmodified-Since: x      | only a node can judge its If-Match or If-Unmodified-Since",
                "/fresh | Authorization: Basic eDp5   | the answer does not say that it is for everybody, and this request has credentials",
                "/vary  | Accept-Language: en         | they differ in accept-language",
                "/old   | Accept: */*                 | it is asked whether the answer is still good",
                "/fresh | Cache-Control: max-age=10   | the client wants a younger one, or one that stays fresh for longer; the answer has nothing by which it could be confirmed",
                "/plain | Accept: */*                 | ''"
            })
    void saysWhy(String path, String field, String why) {
        fill();

        assertThat(ask("GET", path, field).why()).isEqualTo(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Range: bytes=0-1", "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT", "If-Range: \"a\""})
    void severalLinesOfOneConditionAreNotForTheCache(String field) {
        assertThat(ask("GET", "/a", field, field).course()).isEqualTo(WayOn.BYPASS);
        assertThat(ask("GET", "/a", field).course()).isEqualTo(WayOn.URI_MISS);
    }

    @Test
    void severalLinesOfTagsAreOneList() {
        assertThat(ask("GET", "/a", "If-None-Match: \"a\"", "If-None-Match: \"b\"")
                        .course())
                .isEqualTo(WayOn.URI_MISS);
    }

    @Test
    void aRouteWithoutACacheAndARefusedRequestComeToNone() {
        assertThat(ask("GET", "/plain").course()).isEqualTo(WayOn.NOT_CACHED);
        assertThat(ask("GET", "/plain").sentences().get(0))
                .isEqualTo("It comes to listener web, takes route 1 (/plain) and belongs to cluster shop.");
        assertThat(ask("GET", "/a%2e%2e%2f..%2f", "Content-Length: x").course()).isEqualTo(WayOn.ENDS);
        assertThat(ask("GET", "/a%2fb").why()).isEqualTo("it is refused by 400 bad-path");
    }

    @Test
    void saysWhatElseWouldCount() {
        assertThat(ask("GET", "/a", "Cookie: a=b").notes())
                .containsExactly("It has cookies: its answer is stored only if it says public or s-maxage.");
        Peer first = stand.client();
        first.sends(request("GET", "/a"));

        assertThat(ask("GET", "/a").notes())
                .containsExactly(
                        "Another request is fetching the same answer; this one would wait for it, 5000 ms at most.");
    }

    @Test
    void nobodyWaitsForAnAnswerThatIsForOneClientAlone() {
        Peer client = stand.client();
        client.sends(request("GET", "/a"));
        stand.answer(1, answer("Cache-Control: private"));
        assertThat(client.got()).endsWith("hello");
        Peer first = stand.client();
        first.sends(request("GET", "/a"));

        assertThat(ask("GET", "/a").notes()).isEmpty();
        Peer second = stand.client();
        second.sends(request("GET", "/a"));
        assertThat(stand.inFlight()).isEqualTo(2);
    }

    @Test
    void saysThatSlowClientsKeepTooMuch() {
        for (String path : List.of("/one", "/two")) {
            Peer client = stand.client();
            client.sends(request("GET", path));
            stand.answer(
                    1,
                    "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 100000\r\n\r\n"
                            + "x".repeat(100_000));
        }
        Peer slow = stand.client();
        slow.takes(50);
        slow.sends(request("GET", "/one"));

        CacheExplanation said = ask("GET", "/two");
        Peer client = stand.client();
        client.sends(request("GET", "/two"));
        assertThat(stand.inFlight()).isOne();
        stand.answer(1, answer("Cache-Control: max-age=60"));

        assertThat(said.course()).isEqualTo(WayOn.CROWDED);
        assertThat(client.got()).contains("\r\nCache-Status: evenkeel; " + said.cacheStatus() + "\r\n");
        assertThat(ask("GET", "/one").course()).as("it is kept already").isEqualTo(WayOn.HIT);
        assertThat(ask("HEAD", "/two").course()).isEqualTo(WayOn.HIT);
        assertThat(ask("GET", "/two", "Range: bytes=0-9").course()).isEqualTo(WayOn.HIT);
        assertThat(ask("GET", "/two", "Cache-Control: only-if-cached").course()).isEqualTo(WayOn.NOT_STORED);
    }

    @Test
    void saysInWhichFormTheContentIsSent() {
        assertThat(stand.cache().taken()).isZero();
        stand.pass(Duration.ofSeconds(1));
        String text = "All work and no play makes Jack a dull boy. ".repeat(100);
        Peer client = stand.client();
        client.sends(request("GET", "/zstd"));
        stand.answer(
                1,
                "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: " + text.length() + "\r\n\r\n" + text);
        String zstd = "Accept-Encoding: zstd";

        assertThat(ask("GET", "/zstd").notes()).isEmpty();
        assertThat(ask("GET", "/zstd", zstd, "Range: bytes=0-9").notes()).isEmpty();
        assertThat(ask("GET", "/zstd", zstd).notes())
                .containsExactly("It takes zstd and its route has encode: the content is sent as it is, and packed for"
                        + " later requests where that makes it smaller.");
        stand.client().sends(request("GET", "/zstd", zstd));
        Until.holds("the answer is packed", () -> stand.cache().packedTaken() > 0);

        CacheExplanation said = ask("GET", "/zstd", zstd);
        assertThat(said.notes()).containsExactly("It takes zstd and its route has encode: the content is sent packed.");
        assertThat(said.course()).isEqualTo(WayOn.HIT);
        assertThat(said.stored()).isNotNull().returns(true, StoredView::packed);
        assertThat(ask("GET", "/zstd").notes()).isEmpty();
    }

    @Test
    void saysThatTheUrlHasAnotherSchemeThanTheListener() {
        fill();

        CacheExplanation said = asks("GET", "https://shop/fresh");

        assertThat(said.url()).isEqualTo("http://shop/fresh");
        assertThat(said.notes())
                .containsExactly("Its URL says https, and the listener takes it for http: that is what its own TLS"
                        + " says, or a trusted proxy in X-Forwarded-Proto.");
    }

    @Test
    void theRulesInForceAreAsked() {
        List<ListenerSettings> listeners = new TestSettings()
                .cluster("shop")
                .route(null, null, "shop")
                .build()
                .listeners();
        CacheStart none = new CacheStart(1 << 20, () -> 0, thrown -> {});
        InetSocketAddress address = new InetSocketAddress(HERE, 80);
        CacheQuestion question = new CacheQuestion("GET", "http://shop/a", List.of(), "", HERE);

        assertThat(new CacheInquiry(none, listeners, name -> stand.rules(), name -> address)
                        .explain(question)
                        .course())
                .as("the rules have a cache, the settings none")
                .isEqualTo(WayOn.URI_MISS);
        CacheInquiry gone = new CacheInquiry(none, listeners, name -> null, name -> address);
        assertThatThrownBy(() -> gone.explain(question))
                .isInstanceOf(UnknownNameException.class)
                .hasMessageContaining("is not open now");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"shop", "ftp://shop/", "http://", "http://a b/", "http://a/ b", "http://u@a/", "http://a/#b"})
    void whatIsNoUrlIsRefused(String url) {
        assertThatThrownBy(() -> AskedRequest.of(new CacheQuestion("GET", url, List.of(), "", HERE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a URL");
    }

    @Test
    void aLineCannotBringAnother() {
        assertThatThrownBy(() -> ask("GET", "/a", "X: a\r\nY: b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a header line");
        assertThatThrownBy(() -> ask("GET /a HTTP/1.1\r\nX: y", "/a")).isInstanceOf(IllegalArgumentException.class);
        assertThat(ask("GET", "/a", "X: a").arrival().cluster()).isEqualTo("shop");
    }
}
