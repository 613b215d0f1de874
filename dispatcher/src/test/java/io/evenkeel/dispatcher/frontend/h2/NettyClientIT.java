// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.frontend.h2.NettyClient.Answer;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Peer;
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
    private static final int PIECE = 10_000;

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

    /** Sends back what comes on a WebSocket, behind it, and ends. */
    private static void echo(Peer peer, Message head, int octets) throws IOException {
        int end = peer.headEnd();
        peer.write(Http2TunnelTest.switching(Http2TunnelTest.proofFor(head.value("sec-websocket-key"))));
        peer.becomeTunnel(end);
        for (int left = octets; left > 0; left -= PIECE) {
            peer.write(peer.take(PIECE));
        }
        peer.halfClose();
        peer.awaitEnd();
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "NIO"})
    void webSocketsCarryMuchBothWaysAtTheSameTime(Transport transport) throws Exception {
        byte[] octets = new byte[50 * PIECE];
        new Random(9).nextBytes(octets);
        try (ScriptedNode node = echo().on("/chat", (peer, head) -> echo(peer, head, octets.length));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(node).transport(transport));
                NettyClient client = new NettyClient(dispatcher.port())) {
            List<CompletableFuture<Answer>> tunnels = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                tunnels.add(client.opens("/chat", octets));
            }
            assertThat(answer(client.ask("GET", "/beside", NOTHING)).status()).isEqualTo("200");

            for (CompletableFuture<Answer> each : tunnels) {
                Answer whole = answer(each);
                assertThat(whole.status()).isEqualTo("200");
                assertThat(whole.end()).isEqualTo("END");
                assertThat(whole.body()).isEqualTo(new String(octets, ISO_8859_1));
            }
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
