// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is tried again only where that cannot do harm: nothing of it was sent, or it is safe and unanswered. */
class RetryIT {

    private static String request(String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok";
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "POST", "PATCH", "LOCK"})
    void goesToAnotherNodeWhenNoConnectionCanBeMade(String method) throws Exception {
        try (ScriptedNode dead = ScriptedNode.start("dead");
                ScriptedNode alive = ScriptedNode.start("alive");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(dead, alive))) {
            dead.kill();
            for (int i = 0; i < 4; i++) {
                try (RawClient client = dispatcher.connect()) {
                    client.send(request(method, "/r" + i));
                    Message answer = client.response(method);
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(answer.value("X-Node")).isEqualTo("alive");
                }
            }
            assertThat(alive.requests()).hasSize(4);
        }
    }

    /**
     * Round robin over two nodes: the first two requests warm a connection to each, the next meets one that dies
     * unanswered.
     */
    private static Message onDyingKeptConnection(
            String method, ScriptedNode one, ScriptedNode two, TestSettings settings) throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings);
                RawClient client = dispatcher.connect()) {
            for (int i = 0; i < 2; i++) {
                client.send(request("GET", "/warm"));
                assertThat(client.response("GET").status()).isEqualTo(200);
            }
            AtomicInteger deaths = new AtomicInteger();
            for (ScriptedNode node : List.of(one, two)) {
                node.on("/die", (peer, head) -> {
                    peer.body();
                    if (deaths.getAndIncrement() == 0) {
                        peer.close();
                    } else {
                        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                    }
                });
            }
            client.send(method + " /die HTTP/1.1\r\nHost: a\r\n"
                    + (method.equals("PUT") ? "Content-Length: 0\r\n\r\n" : "\r\n"));
            Message answer = client.response(method);
            client.send(request("GET", "/after"));
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /after");
            return answer;
        }
    }

    private static long sent(String path, ScriptedNode... nodes) {
        long count = 0;
        for (ScriptedNode node : nodes) {
            count += node.requests().stream().filter(m -> m.path().equals(path)).count();
        }
        return count;
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
    void repeatsSafeRequestsThatAKeptConnectionLost(String method) throws Exception {
        try (ScriptedNode one = ScriptedNode.start("one");
                ScriptedNode two = ScriptedNode.start("two")) {
            assertThat(onDyingKeptConnection(method, one, two, TestSettings.of(one, two))
                            .status())
                    .isEqualTo(200);
            assertThat(sent("/die", one, two)).isEqualTo(2);
        }
    }

    /** PUT and DELETE are idempotent, so that they might be repeated; ours does not. */
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH", "LOCK", "get", "PUT", "DELETE"})
    void neverRepeatsARequestWithSideEffects(String method) throws Exception {
        try (ScriptedNode one = ScriptedNode.start("one");
                ScriptedNode two = ScriptedNode.start("two")) {
            Message answer = onDyingKeptConnection(method, one, two, TestSettings.of(one, two));
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.has("Connection")).as("the client's is kept").isFalse();
            assertThat(sent("/die", one, two)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    void repeatsNothingWhereRetriesAreOff(String method) throws Exception {
        try (ScriptedNode one = ScriptedNode.start("one");
                ScriptedNode two = ScriptedNode.start("two")) {
            TestSettings settings = TestSettings.of(one, two).retry(0, 0.2);
            assertThat(onDyingKeptConnection(method, one, two, settings).status())
                    .isEqualTo(502);
            assertThat(sent("/die", one, two)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "POST"})
    void repeatsNothingOnceAHeadBegan(String method) throws Exception {
        for (String begun : new String[] {"H", "HTTP/1.1 200 OK\r\n"}) {
            onceBegun(
                    method,
                    begun,
                    client -> assertThat(client.response(method).status()).isEqualTo(502));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "POST"})
    void repeatsNothingOnceABodyBegan(String method) throws Exception {
        onceBegun(
                method,
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
                client -> assertThat(Wire.text(client.rest()))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith("hel"));
    }

    private interface ClientCheck {
        void of(RawClient client) throws IOException;
    }

    private static void onceBegun(String method, String begun, ClientCheck check) throws Exception {
        try (ScriptedNode one = ScriptedNode.start("one");
                ScriptedNode two = ScriptedNode.start("two");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(one, two));
                RawClient client = dispatcher.connect()) {
            one.on("/begun", Script.answerAndClose(begun));
            two.on("/begun", Script.answerAndClose(begun));
            client.send(request(method, "/begun"));
            check.of(client);
            assertThat(sent("/begun", one, two)).as("after %s", begun).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504, 429})
    void repeatsNothingForAnAnswerThatIsBad(int status) throws Exception {
        try (ScriptedNode one = ScriptedNode.start("one");
                ScriptedNode two = ScriptedNode.start("two");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(one, two));
                RawClient client = dispatcher.connect()) {
            one.on("/bad", Script.answer("HTTP/1.1 " + status + " X\r\nContent-Length: 2\r\n\r\nno"));
            two.on("/bad", Script.answer("HTTP/1.1 " + status + " X\r\nContent-Length: 2\r\n\r\nno"));
            client.send(request("GET", "/bad"));
            assertThat(client.response("GET").status()).isEqualTo(status);
            assertThat(sent("/bad", one, two)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 200000", "Transfer-Encoding: chunked"})
    void neverRepeatsABodyThatIsPartlyGone(String framing) throws Exception {
        try (ScriptedNode one = ScriptedNode.start("one");
                ScriptedNode two = ScriptedNode.start("two");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(one, two));
                RawClient client = dispatcher.connect()) {
            AtomicInteger heads = new AtomicInteger();
            for (ScriptedNode node : List.of(one, two)) {
                node.on("/part", (peer, head) -> {
                    heads.incrementAndGet();
                    peer.close();
                });
            }
            client.send("PUT /part HTTP/1.1\r\nHost: a\r\n" + framing + "\r\n\r\n");
            client.trySend(Wire.bytes(
                    framing.startsWith("C") ? "x".repeat(150_000) : "249f0\r\n" + "x".repeat(150_000) + "\r\n"));
            assertThat(client.response("PUT").status()).isEqualTo(502);
            assertThat(heads).hasValue(1);
            assertThat(one.malformed()).isEmpty();
            assertThat(two.malformed()).isEmpty();
        }
    }
}
