// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Question;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stored answers, which mean the same in every protocol that a client speaks. */
class CacheIT {

    private static final String LARGE = "0123456789abcdef".repeat(40_000);

    static List<Speech> speeches() {
        return Speech.all().toList();
    }

    private static TestSettings cached(TestSettings settings) {
        return settings.route(null, null, "shop", RuleSettings.NONE.with(RouteCacheSettings.DEFAULTS));
    }

    private static Script answer(String fields, String body) {
        return (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\n" + fields + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        };
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void aStoredAnswerIsThatOfTheNode(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, CacheIT::cached)
                        .on("/a", answer("Cache-Control: max-age=600\r\nX-A: 1\r\nETag: \"v\"", LARGE));
                AnyClient client = speech.connect(stand)) {
            Message first = client.ask(Question.get("/a")).response();
            Message second = client.ask(Question.get("/a")).response();
            Message part =
                    client.ask(Question.get("/a").with("Range", "bytes=1-3")).response();
            Message known = client.ask(Question.get("/a").with("If-None-Match", "\"v\""))
                    .response();

            assertThat(first.text()).isEqualTo(LARGE);
            assertThat(first.value("Cache-Status")).isEqualTo("evenkeel; fwd=uri-miss; stored");
            assertThat(second.text()).isEqualTo(LARGE);
            assertThat(second.value("X-A")).isEqualTo("1");
            assertThat(second.value("Cache-Status")).startsWith("evenkeel; hit; ttl=");
            assertThat(second.value("Content-Length")).isEqualTo(Integer.toString(LARGE.length()));
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.text()).isEqualTo("123");
            assertThat(known.status()).isEqualTo(304);
            assertThat(known.text()).isEmpty();
            assertThat(stand.requestsTo("/a")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void whatIsOfOneClientGoesToNoOther(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, CacheIT::cached)
                        .on("/private", answer("Cache-Control: private, max-age=600", "x"))
                        .on("/cookie", answer("Cache-Control: max-age=600\r\nSet-Cookie: s=1", "x"))
                        .on("/proof", answer("Cache-Control: max-age=600", "x"));
                AnyClient client = speech.connect(stand)) {
            for (int k = 0; k < 2; k++) {
                client.ask(Question.get("/private")).response();
                client.ask(Question.get("/cookie")).response();
                client.ask(Question.get("/proof").with("Authorization", "Basic eDp5"))
                        .response();
            }

            assertThat(stand.requests()).hasSize(6);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void aChangeIsSeenByTheNextRequest(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, CacheIT::cached).on("/a", answer("Cache-Control: max-age=600", "x"));
                AnyClient client = speech.connect(stand)) {
            client.ask(Question.get("/a")).response();
            client.ask(Question.post("/a"), "change").response();
            client.ask(Question.get("/a")).response();

            assertThat(stand.requestsTo("/a")).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void aConfirmationOfAnotherVersionIsNone(Speech speech) throws Exception {
        Script whole = answer("Cache-Control: no-cache\r\nETag: \"v\"", "x");
        Script another = (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 304 Not Modified\r\nETag: \"w\"\r\n\r\n");
        };
        try (Stand stand = speech.stand(1, CacheIT::cached)
                        .on("/a", (peer, head) -> (head.has("If-None-Match") ? another : whole).play(peer, head));
                AnyClient client = speech.connect(stand)) {
            client.ask(Question.get("/a")).response();
            Message again = client.ask(Question.get("/a")).response();

            assertThat(again.status()).isEqualTo(200);
            assertThat(again.text()).isEqualTo("x");
            assertThat(again.value("Cache-Status")).isEqualTo("evenkeel; fwd=stale; stored");
            assertThat(stand.requestsTo("/a")).isEqualTo(3);
        }
    }
}
