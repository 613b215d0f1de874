// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.frontend.h2.NettyClient.Answer;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that Netty's codec, a client that keeps every rule, gets its answers over sockets. */
@Timeout(60)
class NettyClientIT {

    private static final byte[] NOTHING = new byte[0];

    private static ScriptedNode echo() throws IOException {
        return ScriptedNode.start("n1").otherwise(Script.echo("n1"));
    }

    private static Answer answer(CompletableFuture<Answer> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    @Test
    void manyStreamsAreAnswered() throws Exception {
        try (ScriptedNode node = echo();
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(node));
                NettyClient client = new NettyClient(dispatcher.port())) {
            List<CompletableFuture<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 90; i++) {
                answers.add(client.ask("GET", "/" + i, NOTHING));
            }

            for (int i = 0; i < 90; i++) {
                Answer answer = answer(answers.get(i));
                assertThat(answer.status()).isEqualTo("200");
                assertThat(answer.head().get("x-seen")).hasToString("GET /" + i);
                assertThat(answer.end()).isEqualTo("END");
            }
            assertThat(node.malformed()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "NIO"})
    void largeBodiesPassBothWaysAtTheSameTime(Transport transport) throws Exception {
        byte[] body = new byte[500_000];
        new Random(7).nextBytes(body);
        try (ScriptedNode node = echo();
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(node).transport(transport));
                NettyClient client = new NettyClient(dispatcher.port())) {
            List<CompletableFuture<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add(client.ask("POST", "/" + i, body));
            }

            for (CompletableFuture<Answer> each : answers) {
                assertThat(answer(each).body()).isEqualTo(new String(body, ISO_8859_1));
            }
            assertThat(node.malformed()).isEmpty();
        }
    }

    @Test
    void aTruncatedAnswerIsNotWhole() throws Exception {
        try (ScriptedNode node = echo();
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(node));
                NettyClient client = new NettyClient(dispatcher.port())) {
            node.on("/cut", Script.answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"));

            Answer cut = answer(client.ask("GET", "/cut", NOTHING));

            assertThat(cut.body()).isEqualTo("hello");
            assertThat(cut.end()).as("INTERNAL_ERROR").isEqualTo("2");
            assertThat(answer(client.ask("GET", "/next", NOTHING)).end()).isEqualTo("END");
        }
    }
}
