// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Peer;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tunnels opened by a 101 do not count against a node's limit, here one task more than the workers of its samples. */
class UpgradedIT {

    private static final int WORKERS = 2;
    private static final int TUNNELS = 7;
    private static final int QUEUED_MS = 500;
    private static final String GET = "GET %s HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String UPGRADE =
            "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

    private final AtomicInteger samples = new AtomicInteger();

    /** Answers with a sample of a server where this request alone has a worker. */
    private void report(Peer peer, Message head) throws IOException {
        peer.body();
        int number = samples.incrementAndGet();
        peer.write("HTTP/1.1 200 OK\r\nendpoint-load-metrics: TEXT named_metrics.workers_max:" + WORKERS
                + ",named_metrics.workers_busy:1,named_metrics.in_flight:1,named_metrics.epoch:1000,named_metrics.seq:"
                + number + ",named_metrics.clock:" + (5000 + number) + "\r\nContent-Length: 0\r\n\r\n");
    }

    private static void upgrade(Peer peer, Message head) throws IOException {
        int end = peer.headEnd();
        peer.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        peer.becomeTunnel(end);
        peer.awaitEnd();
    }

    private static void hold(Peer peer, CountDownLatch held, CountDownLatch go) throws IOException {
        peer.body();
        held.countDown();
        try {
            assertThat(go.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    }

    /** An answer may reach its client a moment before the request is counted as ended. */
    private static void awaitOnly(TestDispatcher dispatcher, int tasks) {
        Until.holds(
                "the count",
                () -> dispatcher
                                .control()
                                .cluster("shop")
                                .nodes()
                                .get(0)
                                .counts()
                                .inFlight()
                        == tasks);
    }

    @Test
    void tunnelsFillNoNodeAndRequestsDo() throws Exception {
        CountDownLatch held = new CountDownLatch(WORKERS + 1);
        CountDownLatch go = new CountDownLatch(1);
        List<RawClient> clients = new ArrayList<>();
        try (ScriptedNode node = ScriptedNode.start("n1")
                        .on("/ws", UpgradedIT::upgrade)
                        .on("/hold", (peer, head) -> hold(peer, held, go))
                        .otherwise(this::report);
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of(node).policy("headroom").queue(10, QUEUED_MS));
                RawClient visitor = dispatcher.connect()) {
            assertThat(visitor.send(GET.formatted("/")).response("GET").status())
                    .isEqualTo(200);
            for (int i = 0; i < TUNNELS; i++) {
                RawClient client = dispatcher.connect();
                clients.add(client);
                assertThat(client.send(UPGRADE).response("GET").status())
                        .as("upgrade %s", i)
                        .isEqualTo(101);
            }
            assertThat(visitor.send(GET.formatted("/")).response("GET").status())
                    .isEqualTo(200);
            awaitOnly(dispatcher, TUNNELS);

            for (int i = 0; i <= WORKERS; i++) {
                RawClient client = dispatcher.connect();
                clients.add(client);
                client.send(GET.formatted("/hold"));
            }
            assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(visitor.send(GET.formatted("/")).response("GET").status())
                    .as("one more than the workers and the one that waits")
                    .isEqualTo(503);
            go.countDown();
            for (RawClient client : clients) {
                client.close();
            }
        }
    }
}
