// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.server.ServerCollector;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.PushMessage.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent that pushes to a dispatcher, and the ends of its thread. */
@Timeout(60)
final class RunningAgentIT {

    private final Queue<Kind> received = new ConcurrentLinkedQueue<>();
    private final CountDownLatch updated = new CountDownLatch(1);
    private final CountDownLatch fails = new CountDownLatch(1);
    private HttpServer dispatcher;

    /** A collector that may fail so badly that its failure cannot be told. */
    private final class BadCollector implements Collector {

        @Override
        public void collect(NodeSample into, long nowNs) {
            if (fails.getCount() == 0) {
                throw new IllegalStateException("fails");
            }
        }

        @Override
        public String title() {
            throw new IllegalStateException("has no name");
        }
    }

    @BeforeEach
    void start() throws IOException {
        dispatcher = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        dispatcher.createContext("/push", this::answer);
        dispatcher.start();
    }

    @AfterEach
    void stop() {
        dispatcher.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        PushMessage message = Objects.requireNonNull(PushMessage.read(body, 0, body.length));
        received.add(message.kind());
        PushMessage reply = message.kind() == Kind.REGISTER
                ? PushMessage.registered("shop.vcn1", 50, true)
                : message.kind() == Kind.UPDATE
                        ? PushMessage.updated(message.id(), 50, false)
                        : PushMessage.stopped(message.id());
        StringBuilder text = new StringBuilder();
        reply.write(text);
        byte[] octets = text.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, octets.length);
        exchange.getResponseBody().write(octets);
        exchange.close();
        if (message.kind() == Kind.UPDATE) {
            updated.countDown();
        }
    }

    private Thread run() throws InterruptedException {
        int port = dispatcher.getAddress().getPort();
        AgentOptions settings = AgentOptions.of(
                "port=off,name=vcn1,cluster=shop,address=127.0.0.1:8080,push.url=http://127.0.0.1:" + port
                        + "/push?v=1,push.token=s3cret",
                name -> null,
                name -> null,
                Map.of());
        Thread thread = new Thread(() -> new RunningAgent(
                        JvmSharedState.apart(),
                        settings,
                        new ServerCollector(settings),
                        server -> List.of(new BadCollector()))
                .run());
        thread.setUncaughtExceptionHandler((ended, failure) -> {});
        thread.start();
        assertThat(updated.await(20, TimeUnit.SECONDS)).as("an update").isTrue();
        return thread;
    }

    @Test
    void saysStopWhenItIsEnded() throws InterruptedException {
        Thread thread = run();
        thread.interrupt();
        thread.join();

        assertThat(received).contains(Kind.STOP);
    }

    /** The server goes on, and must not be drained because a part of its agent has a fault. */
    @Test
    void saysNoStopWhenItEndsByAFailure() throws InterruptedException {
        Thread thread = run();
        fails.countDown();
        thread.join();

        assertThat(received).doesNotContain(Kind.STOP);
    }
}
