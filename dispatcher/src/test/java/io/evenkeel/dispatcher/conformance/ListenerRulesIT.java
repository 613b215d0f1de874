// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.PathRule;
import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of a listener: for paths, for the fields in which clients describe themselves, and for removed fields. */
class ListenerRulesIT {

    private static final List<String> SPELLINGS = List.of(
            "/intern/x",
            "/%69ntern/x",
            "//intern/x",
            "/./intern/x",
            "/x/../intern/x",
            "/x/%2e%2e/intern/x",
            "/intern;a/x",
            "/intern?a");

    private static final List<String> DOUBTFUL = List.of(
            "/intern%2fx",
            "/x/..%2fintern",
            "/intern\\x",
            "/intern%00/x",
            "/../intern/x",
            "/x/../../intern",
            "/x/..;/intern/x",
            "/intern/..;/x");

    private static final String FORWARDED = "for=127.0.0.1;proto=" + Cover.OF_THIS_RUN.scheme() + ";host=\"a\"";

    private static String get(String target, String host) {
        return "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    }

    private static TestSettings routed(ScriptedNode open, ScriptedNode intern) {
        return TestSettings.of(open)
                .cluster("intern", intern)
                .route("admin.example", null, "intern")
                .route(null, "/intern", "intern")
                .route(null, null, "shop");
    }

    @Test
    void findsTheRouteOfEverySpellingAndPassesItOnAsItCame() throws Exception {
        try (ScriptedNode open = ScriptedNode.start("open");
                ScriptedNode intern = ScriptedNode.start("intern");
                TestDispatcher dispatcher = TestDispatcher.start(routed(open, intern));
                RawClient client = dispatcher.connect()) {
            for (String target : SPELLINGS) {
                Message answer = client.send(get(target, "a")).response("GET");
                assertThat(answer.value("X-Node")).as(target).isEqualTo("intern");
                assertThat(answer.value("X-Seen")).isEqualTo("GET " + target);
            }
            for (String target : List.of("/", "/x", "/interna", "/x/intern", "/intern/../x", "/%2569ntern", "/a%20b")) {
                Message answer = client.send(get(target, "a")).response("GET");
                assertThat(answer.value("X-Node")).as(target).isEqualTo("open");
                assertThat(answer.value("X-Seen")).isEqualTo("GET " + target);
            }
            for (String host : List.of("admin.example", "ADMIN.example.", "Admin.Example.:80")) {
                Message answer = client.send(get("/x", host)).response("GET");
                assertThat(answer.value("X-Node")).as(host).isEqualTo("intern");
            }
            assertThat(intern.requests().get(intern.requests().size() - 1).value("Host"))
                    .isEqualTo("Admin.Example.:80");
        }
    }

    private static void refuses(@Nullable PathRule rule) throws Exception {
        try (ScriptedNode open = ScriptedNode.start("open");
                ScriptedNode intern = ScriptedNode.start("intern")) {
            TestSettings settings = routed(open, intern);
            if (rule != null) {
                settings.paths(rule);
            }
            try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
                for (String target : DOUBTFUL) {
                    try (RawClient client = dispatcher.connect()) {
                        Message answer = client.send(get(target, "a")).response("GET");
                        assertThat(answer.status()).as(target).isEqualTo(400);
                        assertThat(answer.value("Connection")).isEqualTo("close");
                        client.end();
                    }
                }
                assertThat(dispatcher
                                .control()
                                .dispatcher()
                                .listeners()
                                .get(0)
                                .traffic()
                                .refused())
                        .containsEntry("bad-path", (long) DOUBTFUL.size());
            }
            assertThat(open.requests()).isEmpty();
            assertThat(intern.requests()).isEmpty();
        }
    }

    @Test
    void refusesPathsThatServersReadDifferentlyWhereARouteHasAPath() throws Exception {
        refuses(null);
        refuses(PathRule.STRICT);
    }

    @Test
    void passesThemOnWhenToldTo() throws Exception {
        try (ScriptedNode open = ScriptedNode.start("open");
                ScriptedNode intern = ScriptedNode.start("intern");
                TestDispatcher dispatcher =
                        TestDispatcher.start(routed(open, intern).paths(PathRule.RAW));
                RawClient client = dispatcher.connect()) {
            for (String target : DOUBTFUL) {
                Message answer = client.send(get(target, "a")).response("GET");
                assertThat(answer.value("X-Seen")).isEqualTo("GET " + target);
            }
        }
    }

    @Test
    void leavesPathsAloneWhereNoRouteHasOneUnlessToldToBeStrict() throws Exception {
        try (Stand stand = Stand.of(1, s -> s);
                RawClient client = stand.connect()) {
            for (String target : DOUBTFUL) {
                assertThat(client.send(get(target, "a")).response("GET").status())
                        .isEqualTo(200);
            }
        }
        try (Stand stand = Stand.of(1, s -> s.paths(PathRule.STRICT));
                RawClient client = stand.connect()) {
            assertThat(client.send(get("/x/../%20y", "a")).response("GET").status())
                    .isEqualTo(200);
            assertThat(client.send(get("/a%2fb", "a")).response("GET").status()).isEqualTo(400);
        }
    }

    private static final String CLAIMS = "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n"
            + "X-Forwarded-Host: public\r\nX-Real-IP: 192.0.2.2\r\nX_Forwarded_For: 192.0.2.3\r\nForwarded: for=192.0.2.4";

    private static Message claimed(String claims, OriginField... believed) throws Exception {
        try (Stand stand = Stand.of(
                        1,
                        s -> believed.length == 0
                                ? s.trusting("127.0.0.0/8")
                                : s.trusting("127.0.0.0/8").believing(believed));
                RawClient client = stand.connect()) {
            client.send("GET /f HTTP/1.1\r\nHost: a\r\n" + claims + "\r\n\r\n").response("GET");
            return stand.requests().get(0);
        }
    }

    @Test
    void believesATrustedProxyTheFieldsThatItIsSaidToSet() throws Exception {
        Message usual = claimed(CLAIMS);
        assertThat(usual.value("X-Forwarded-For")).isEqualTo("192.0.2.1, 127.0.0.1");
        assertThat(usual.value("X-Forwarded-Proto")).isEqualTo("https");
        assertThat(usual.value("X-Forwarded-Host")).isEqualTo("public");
        assertThat(usual.has("X-Real-IP") || usual.has("X_Forwarded_For")).isFalse();
        assertThat(usual.values("Forwarded")).containsExactly(FORWARDED);

        Message only = claimed(CLAIMS, OriginField.X_FORWARDED_FOR, OriginField.X_REAL_IP);
        assertThat(only.value("X-Forwarded-For")).isEqualTo("192.0.2.1, 127.0.0.1");
        assertThat(only.values("X-Forwarded-Proto")).containsExactly(Cover.OF_THIS_RUN.scheme());
        assertThat(only.values("X-Forwarded-Host")).containsExactly("a");
        assertThat(only.value("X-Real-IP")).isEqualTo("192.0.2.2");

        Message other = claimed(CLAIMS, OriginField.FORWARDED);
        assertThat(other.values("X-Forwarded-For")).containsExactly("127.0.0.1");
        assertThat(other.values("Forwarded")).containsExactly("for=192.0.2.4, " + FORWARDED);
    }

    @Test
    void dropsAForwardedThatDoesNotParse() throws Exception {
        Message got = claimed("Forwarded: for=192.0.2.4\r\nForwarded: for=\"x", OriginField.FORWARDED);
        assertThat(got.values("Forwarded")).containsExactly(FORWARDED);
    }

    private static String crlf(String text) {
        return text.replace("\n", "\r\n");
    }

    @Test
    void takesFieldsOutOfRequestsAndAnswersAndTheirTrailers() throws Exception {
        List<String> requests = List.of("X-Forwarded-User", "X-Debug");
        try (Stand stand = Stand.of(1, s -> s.removing(requests, List.of("Server", "X-Powered-By")))
                        .on("/r", (peer, head) -> {
                            peer.body();
                            peer.write(crlf("""
                                    HTTP/1.1 103 Early Hints
                                    Server: n
                                    Link: l

                                    HTTP/1.1 200 OK
                                    server: n
                                    X-Other: o
                                    x-powered-by: p
                                    Transfer-Encoding: chunked

                                    0
                                    X-Powered-By: p
                                    X-T: t

                                    """));
                        });
                RawClient client = stand.connect()) {
            client.send(crlf("""
                    POST /r HTTP/1.1
                    Host: a
                    x-forwarded-user: root
                    X_Forwarded_User: root
                    X-Debugger: d
                    X-DEBUG: 1
                    Transfer-Encoding: chunked

                    0
                    X-Debug: 2
                    X-T: t

                    """));
            Message answer = client.response("POST");
            Message got = stand.requests().get(0);
            assertThat(got.has("X-Forwarded-User") || got.has("X_Forwarded_User") || got.has("X-Debug"))
                    .isFalse();
            assertThat(got.value("X-Debugger")).isEqualTo("d");
            assertThat(got.trailers()).extracting(Message.Field::name).containsExactly("X-T");
            assertThat(answer.has("Server") || answer.has("X-Powered-By")).isFalse();
            assertThat(answer.value("X-Other")).isEqualTo("o");
            assertThat(answer.trailers()).extracting(Message.Field::name).containsExactly("X-T");
            assertThat(client.interims().get(0).has("Server")).isFalse();
            assertThat(client.interims().get(0).value("Link")).isEqualTo("l");
        }
    }
}
