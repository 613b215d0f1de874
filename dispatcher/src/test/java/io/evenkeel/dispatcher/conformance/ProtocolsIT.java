// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static io.evenkeel.dispatcher.kit.AnyClient.UNTOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.AccessSettings;
import io.evenkeel.config.listener.BasicSettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.PathSettings;
import io.evenkeel.config.listener.RedirectSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.Asked;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Message.Field;
import io.evenkeel.dispatcher.kit.Question;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The meaning of messages, which is the same in every protocol that a client speaks. */
class ProtocolsIT {

    /** The hash of "change me", at the least cost. */
    private static final String CHEAP = "$2b$04$abcdefghijklmnopqrstuu9TZCje2SiNZlD32yso8m7CjQBbfb7i.";

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static final String CHUNKED_EMPTY = "Transfer-Encoding: chunked\r\n\r\n0\r\nServer: n\r\nX-T: t\r\n\r\n";
    private static final String HINT = "HTTP/1.1 103 E\r\nServer: n\r\nLink: l\r\n\r\n";
    private static final String SERVED =
            "HTTP/1.1 200 OK\r\nServer: n\r\nKeep-Alive: x\r\nX-Other: o\r\n" + CHUNKED_EMPTY;

    static List<Speech> speeches() {
        return Speech.all().toList();
    }

    static List<Speech> http2() {
        return Speech.http2().toList();
    }

    private static String noise(int size) {
        byte[] octets = new byte[size];
        new Random(7).nextBytes(octets);
        return Wire.text(octets);
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void passesMethodTargetHostAndFields(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s);
                AnyClient client = speech.connect(stand)) {
            Message answer = client.ask(Question.of("PROPFIND", "/a/../b;c?d=%20&e")
                            .at("Shop.example:81")
                            .with("X-Value", "a, \"b\" \u00e9")
                            .with("Accept", "*/*")
                            .with("X-Value", ""))
                    .response();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.value("X-Seen")).isEqualTo("PROPFIND /a/../b;c?d=%20&e");
            Message got = stand.requests().get(0);
            assertThat(got.values("Host")).containsExactly("Shop.example:81");
            assertThat(got.values("X-Value")).containsExactly("a, \"b\" \u00e9", "");
            assertThat(got.values("X-Forwarded-For")).containsExactly("127.0.0.1");
            assertThat(got.values("X-Forwarded-Proto"))
                    .containsExactly(speech.cover().scheme());
            assertThat(got.values("X-Forwarded-Host")).containsExactly("Shop.example:81");
            Stand.checkForwarded(got);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void believesNoClientWhereItComesFrom(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s);
                AnyClient client = speech.connect(stand)) {
            client.ask(Question.get("/")
                            .with("X-Forwarded-For", "6.6.6.6")
                            .with("X-Forwarded-Proto", "gopher")
                            .with("Forwarded", "for=6.6.6.6")
                            .with("X_Forwarded_For", "6.6.6.6"))
                    .response();

            assertThat(stand.requests().get(0).fields())
                    .noneMatch(each ->
                            each.value().contains("6.6.6.6") || each.value().contains("gopher"));
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void carriesBodiesOfEveryKind(Speech speech) throws Exception {
        String large = noise(300_000);
        try (Stand stand = speech.stand(1, s -> s);
                AnyClient client = speech.connect(stand)) {
            for (String body : List.of("x", "0\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", large)) {
                assertThat(client.ask(Question.post("/told"), body).response().text())
                        .isEqualTo(body);
                int half = body.length() / 2;
                Asked untold = client.begin(Question.of("PUT", "/untold"), UNTOLD);
                untold.body(body.substring(0, half)).body(body.substring(half));
                assertThat(untold.end().response().text()).isEqualTo(body);
            }
            Asked empty = client.begin(Question.post("/empty"), UNTOLD).end();
            assertThat(empty.response().text()).isEmpty();
            assertThat(client.ask(Question.of("DELETE", "/none")).response().text())
                    .isEmpty();
            assertThat(stand.takeMalformed()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void carriesTrailersBothWays(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s).on("/t", (peer, head) -> {
                    peer.body();
                    peer.write("HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n");
                    peer.write("5\r\nhello\r\n0\r\nX-Sum: 7\r\nX-More: m\r\nContent-Length: 9\r\n\r\n");
                });
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.begin(Question.post("/t").with("TE", "trailers"), UNTOLD);
            Message answer = asked.body("question")
                    .end(List.of(new Field("x-digest", "d"), new Field("x-forwarded-for", "6.6.6.6")))
                    .response();

            assertThat(answer.text()).isEqualTo("hello");
            assertThat(answer.trailers())
                    .extracting(each -> each.name().toLowerCase(java.util.Locale.ROOT) + "=" + each.value())
                    .containsExactly("x-sum=7", "x-more=m");
            assertThat(stand.requests().get(0).trailers())
                    .extracting(each -> each.name().toLowerCase(java.util.Locale.ROOT))
                    .containsExactly("x-digest");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void passesInterimAnswersInOrder(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s)
                        .on(
                                "/hints",
                                Script.answer("HTTP/1.1 103 E\r\nLink: </a>\r\nConnection: X\r\nX: y\r\n\r\n"
                                        + "HTTP/1.1 103 E\r\nLink: </b>\r\n\r\n" + OK));
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.ask(Question.get("/hints"));

            assertThat(asked.response().text()).isEqualTo("ok");
            assertThat(asked.interims()).extracting(each -> each.value("Link")).containsExactly("</a>", "</b>");
            assertThat(asked.interims()).noneMatch(each -> each.has("X"));
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void passesContinueAndThenTheBody(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s).on("/expect", (peer, head) -> {
                    assertThat(head.value("Expect")).isEqualToIgnoringCase("100-continue");
                    peer.write("HTTP/1.1 100 Continue\r\n\r\n");
                    Message request = peer.body();
                    peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + request.body().length + "\r\n\r\n"
                            + request.text());
                });
                AnyClient client = speech.connect(stand)) {
            for (long length : new long[] {5, UNTOLD}) {
                Asked asked = client.begin(Question.post("/expect").with("Expect", "100-continue"), length);
                assertThat(asked.interim().status()).isEqualTo(100);
                assertThat(asked.body("hello").end().response().text()).isEqualTo("hello");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void answersWithoutABodyHaveNone(Speech speech) throws Exception {
        Map<String, Integer> heads = Map.of(
                "204 No Content\r\nETag: \"e\"",
                204,
                "304 Not Modified\r\nETag: \"e\"\r\nContent-Length: 99",
                304,
                "304 Not Modified\r\nETag: \"e\"\r\nTransfer-Encoding: chunked",
                304);
        try (Stand stand = speech.stand(1, s -> s);
                AnyClient client = speech.connect(stand)) {
            for (Map.Entry<String, Integer> head : heads.entrySet()) {
                stand.on("/none", Script.answer("HTTP/1.1 " + head.getKey() + "\r\n\r\n"));
                Message answer = client.ask(Question.get("/none")).response();
                assertThat(answer.status()).isEqualTo(head.getValue());
                assertThat(answer.value("ETag")).isEqualTo("\"e\"");
                assertThat(answer.body()).isEmpty();
            }
            stand.on("/head", Script.answer("HTTP/1.1 200 OK\r\nContent-Length: 123456\r\n\r\n"));
            Message answer = client.ask(Question.of("HEAD", "/head")).response();
            assertThat(answer.value("Content-Length")).isEqualTo("123456");
            assertThat(answer.body()).isEmpty();
            assertThat(client.ask(Question.get("/next")).response().value("X-Seen"))
                    .isEqualTo("GET /next");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void takesFieldsOutOfRequestsAnswersAndTrailers(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.removing(List.of("X-Debug"), List.of("Server")))
                        .on("/r", Script.answer(HINT + SERVED));
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.begin(Question.post("/r").with("X-Debug", "1").with("X-Debugger", "d"), UNTOLD);
            Message answer = asked.end(List.of(new Field("x-debug", "2"), new Field("x-t", "t")))
                    .response();

            Message got = stand.requests().get(0);
            assertThat(got.has("X-Debug")).isFalse();
            assertThat(got.value("X-Debugger")).isEqualTo("d");
            assertThat(got.trailers()).hasSize(1);
            assertThat(answer.has("Server") || answer.has("Keep-Alive")).isFalse();
            assertThat(answer.value("X-Other")).isEqualTo("o");
            assertThat(answer.trailers()).hasSize(1);
            assertThat(asked.interims()).allMatch(each -> !each.has("Server")).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void setsFieldsOfRequestsAndOfAnswersOfNodes(Speech speech) throws Exception {
        Map<String, String> inAnswers = Map.of("Server", "shop", "X-Frame-Options", "DENY");
        try (Stand stand = speech.stand(1, s -> s.setting(Map.of("X-Env", "prod"), inAnswers))
                        .on("/r", Script.answer(HINT + SERVED))
                        .on("/broken", Script.answerAndClose("no answer of HTTP\r\n\r\n"));
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.begin(Question.post("/r").with("x_env", "test").with("X-Env", "test"), UNTOLD);
            Message answer = asked.end(List.of()).response();

            assertThat(stand.requests().get(0).values("X-Env")).containsExactly("prod");
            assertThat(stand.requests().get(0).has("X_Env")).isFalse();
            assertThat(answer.values("Server")).containsExactly("shop");
            assertThat(answer.values("X-Frame-Options")).containsExactly("DENY");
            assertThat(asked.interims())
                    .allMatch(each -> !each.has("Server") && !each.has("X-Frame-Options"))
                    .hasSize(1);
            Message own = client.ask(Question.get("/broken")).response();
            assertThat(own.status()).isEqualTo(502);
            assertThat(own.has("X-Frame-Options")).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void obeysTheRulesOfRoutes(Speech speech) throws Exception {
        HeaderSettings fields = new HeaderSettings(
                List.of("X-Trace"),
                List.of("Server"),
                Map.of("X-Env", "prod"),
                Map.of(),
                Map.of(),
                Map.of("X-Also", "a"),
                true);
        RuleSettings app = RuleSettings.NONE.with(fields).with(new PathSettings("/app", "/v2"));
        RuleSettings moved = RuleSettings.NONE.with(new RedirectSettings("/new{path}{query}", 308, List.of(), null));
        RuleSettings closed =
                RuleSettings.NONE.with(new AccessSettings(List.of(Network.parse("127.0.0.0/8")), List.of()));
        try (Stand stand = speech.stand(
                                1,
                                s -> s.route(null, "/app", "shop", app)
                                        .route(null, "/old", null, moved)
                                        .route(null, "/closed", "shop", closed)
                                        .route(null, "/any", "shop"))
                        .on("/v2/r", Script.answer(SERVED));
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.begin(Question.post("/app/r").with("X-Trace", "t"), UNTOLD);
            Message answer = asked.end(List.of(new Field("x-trace", "t"))).response();
            Message got = stand.requests().get(0);
            assertThat(got.target()).isEqualTo("/v2/r");
            assertThat(got.values("X-Env")).containsExactly("prod");
            assertThat(got.has("X-Trace")).isFalse();
            assertThat(got.trailers()).isEmpty();
            assertThat(answer.has("Server")).isFalse();
            assertThat(answer.values("X-Also")).containsExactly("a");

            Message sent = client.ask(Question.get("/old/a%0d%0aX-Evil:%201?b")).response();
            assertThat(sent.status()).isEqualTo(308);
            assertThat(sent.values("Location")).containsExactly("/new/old/a%0d%0aX-Evil:%201?b");
            assertThat(client.ask(Question.get("/x/..//%63losed/y")).response().status())
                    .isEqualTo(403);
            assertThat(client.ask(Question.get("/any")).response().has("X-Also"))
                    .isFalse();
            Message own = client.ask(Question.get("/app/..%2fclosed")).response();
            assertThat(own.status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void asksForAPassword(Speech speech) throws Exception {
        BasicSettings users = new BasicSettings("the \"shop\"", Map.of("ann", CHEAP));
        try (Stand stand = speech.stand(1, s -> s.rules(RuleSettings.NONE.with(users)));
                AnyClient client = speech.connect(stand)) {
            Message asked = client.ask(Question.get("/a")).response();
            assertThat(asked.status()).isEqualTo(401);
            assertThat(asked.values("WWW-Authenticate"))
                    .containsExactly("Basic realm=\"the \\\"shop\\\"\", charset=\"UTF-8\"");
            assertThat(client.ask(Question.get("/a").with("Authorization", basic("ann:wrong")))
                            .response()
                            .status())
                    .isEqualTo(401);
            assertThat(client.ask(Question.get("/a").with("Authorization", basic("bob:change me")))
                            .response()
                            .status())
                    .isEqualTo(401);
            assertThat(stand.requests()).isEmpty();
            for (int round = 0; round < 2; round++) {
                Question right = Question.post("/b").with("Authorization", basic("ann:change me"));
                assertThat(client.ask(right, "body").response().text()).isEqualTo("body");
            }
            assertThat(stand.requests()).hasSize(2);
        }
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void routesByHostAndPath(Speech speech) throws Exception {
        String[][] table = {
            {"shop.example", "/", "shop"},
            {"SHOP.example:8080", "/x", "shop"},
            {"shop.example", "/api/x?y", "api"},
            {"shop.example", "/apix", "shop"},
            {"a.b.example.org", "/", "api"},
        };
        try (ScriptedNode shop = ScriptedNode.start("shop");
                ScriptedNode api = ScriptedNode.start("api");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(shop)
                        .cover(speech.cover())
                        .cluster("api", api)
                        .route("shop.example", "/api", "api")
                        .route("shop.example", null, "shop")
                        .route("*.example.org", null, "api"));
                AnyClient client = speech.connect(dispatcher)) {
            for (String[] row : table) {
                assertThat(client.ask(Question.get(row[1]).at(row[0]))
                                .response()
                                .value("X-Node"))
                        .as("%s%s", row[0], row[1])
                        .isEqualTo(row[2]);
            }
            assertThat(client.ask(Question.get("/").at("none")).response().status())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void refusesWhatIsAboveTheLimits(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.limits(2000, 500, 20, 1000))) {
            Question many = Question.get("/");
            for (int i = 0; i < 21; i++) {
                many = many.with("X", "v");
            }
            Map<Question, Integer> heads = Map.of(
                    Question.get("/" + "t".repeat(600)),
                    414,
                    Question.get("/").with("X", "v".repeat(3000)),
                    431,
                    many,
                    431);
            for (Map.Entry<Question, Integer> each : heads.entrySet()) {
                try (AnyClient client = speech.connect(stand)) {
                    assertThat(client.ask(each.getKey()).response().status()).isEqualTo(each.getValue());
                }
            }
            try (AnyClient client = speech.connect(stand)) {
                assertThat(client.begin(Question.post("/"), 1001).head().status())
                        .isEqualTo(413);
            }
            assertThat(stand.receivedBytes()).isZero();
            try (AnyClient client = speech.connect(stand)) {
                Asked grows = client.begin(Question.post("/grow"), UNTOLD);
                for (int i = 0; i < 11; i++) {
                    grows.body("x".repeat(100));
                }
                assertThat(grows.response().status()).isEqualTo(413);
            }
            stand.settle();
            assertThat(stand.requestsTo("/grow")).isZero();
            try (AnyClient client = speech.connect(stand)) {
                assertThat(client.ask(Question.post("/"), "x".repeat(1000))
                                .response()
                                .body())
                        .hasSize(1000);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void bringsASessionBackToItsNode(Speech speech) throws Exception {
        try (Stand stand = speech.stand(3, s -> s.affinity(AffinityKit.COOKIE));
                AnyClient client = speech.connect(stand)) {
            Message first = client.ask(Question.get("/")).response();
            String cookie = first.value("Set-Cookie").replaceFirst(";.*", "");
            assertThat(first.value("Set-Cookie").contains("; Secure"))
                    .isEqualTo(speech.cover().scheme().equals("https"));
            for (int i = 0; i < 7; i++) {
                Message next = client.ask(
                                Question.get("/" + i).with("Cookie", "a=b").with("Cookie", cookie))
                        .response();
                assertThat(next.value("X-Node")).isEqualTo(first.value("X-Node"));
                assertThat(next.has("Set-Cookie")).isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void givesAWholeConnectionToOneNode(Speech speech) throws Exception {
        try (Stand stand = speech.stand(3, TestSettings::assignConnections);
                AnyClient client = speech.connect(stand);
                AnyClient other = speech.connect(stand)) {
            String home = client.ask(Question.get("/")).response().value("X-Node");
            assertThat(other.ask(Question.get("/")).response().value("X-Node")).isNotEqualTo(home);
            for (int i = 0; i < 7; i++) {
                assertThat(client.ask(Question.get("/" + i)).response().value("X-Node"))
                        .isEqualTo(home);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void answersForItselfWhenMaxForwardsIsUsedUp(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s);
                AnyClient client = speech.connect(stand)) {
            Message answer = client.ask(Question.of("OPTIONS", "*").with("Max-Forwards", "0"))
                    .response();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.has("Allow")).isTrue();
            assertThat(stand.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void writesErrorsAsTheClientLikesThem(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s).on("/dead", (peer, head) -> peer.reset())) {
            for (String accept : List.of("application/json", "text/html")) {
                // A client whose body comes after the answer has begun loses its connection; each question has one.
                try (AnyClient client = speech.connect(stand)) {
                    Message answer = client.ask(Question.post("/dead").with("Accept", accept), "x")
                            .response();
                    assertThat(answer.status()).isEqualTo(502);
                    assertThat(answer.value("Content-Type")).startsWith(accept);
                    assertThat(answer.body()).isNotEmpty();
                }
            }
            try (AnyClient client = speech.connect(stand)) {
                Message headless = client.ask(Question.of("HEAD", "/dead")).response();
                assertThat(headless.status()).isEqualTo(502);
                assertThat(headless.body()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("http2")
    void keepsAHundredStreamsOfAConnectionApart(Speech speech) throws Exception {
        try (Stand stand = speech.stand(2, s -> s);
                AnyClient client = speech.connect(stand)) {
            List<Asked> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(client.begin(Question.post("/" + i), UNTOLD).body("body "));
            }
            for (int i = 99; i >= 0; i--) {
                all.get(i).body(String.valueOf(i)).end();
            }
            for (int i = 0; i < 100; i++) {
                Message answer = all.get(i).response();
                assertThat(answer.value("X-Seen")).isEqualTo("POST /" + i);
                assertThat(answer.text()).isEqualTo("body " + i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("http2")
    void relaysAnswersOfEveryShapeOnOneConnection(Speech speech) throws Exception {
        String large = noise(1_000_000);
        try (Stand stand = speech.stand(1, s -> s)
                        .on("/length", Script.answer("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + large))
                        .on(
                                "/chunks",
                                Script.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                        + Wire.chunked(large, 9999)))
                        .on("/end", Script.answerAndClose("HTTP/1.1 200 OK\r\n\r\n" + large));
                AnyClient client = speech.connect(stand)) {
            List<Asked> all = new ArrayList<>();
            for (String path : List.of("/length", "/chunks", "/end", "/length", "/chunks", "/end")) {
                all.add(client.ask(Question.get(path)));
            }
            for (Asked each : all) {
                assertThat(each.response().text().equals(large)).isTrue();
            }
        }
    }
}
