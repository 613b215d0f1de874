// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.RawClient.Ending;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of what a drained node still has in flight. */
@Timeout(60)
class CutIT {

    private static NodeCounts counts(Control control, String name) {
        return control.cluster("shop").nodes().stream()
                .filter(node -> node.name().equals(name))
                .map(NodeView::counts)
                .findFirst()
                .orElseThrow();
    }

    private static void await(Control control, String name, int inFlight) {
        long endNs = System.nanoTime() + 20_000_000_000L;
        while (counts(control, name).inFlight() != inFlight) {
            assertThat(System.nanoTime() - endNs)
                    .as("%s in flight on %s", counts(control, name).inFlight(), name)
                    .isNegative();
            Thread.onSpinWait();
        }
    }

    @Test
    void endsRequestsAndTunnelsAndIsNoFailureOfTheNode() throws Exception {
        try (ScriptedNode first = ScriptedNode.start("n1");
                ScriptedNode second = ScriptedNode.start("n2");
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of(first, second).retry(1, 0.2).nodeTimeouts(1000, 30_000, 30_000));
                RawClient idle = dispatcher.connect();
                RawClient get = dispatcher.connect();
                RawClient post = dispatcher.connect();
                RawClient half = dispatcher.connect();
                RawClient upgraded = dispatcher.connect()) {
            Control control = dispatcher.control();
            first.on("/hang", (peer, head) -> {
                peer.body();
                peer.awaitEnd();
            });
            first.on("/half", (peer, head) -> {
                peer.body();
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                peer.awaitEnd();
            });
            first.on("/ws", (peer, head) -> {
                int end = peer.headEnd();
                peer.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
                peer.becomeTunnel(end);
                peer.awaitEnd();
            });
            control.want("shop", "n2", AdminState.MAINT, null);
            idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(idle.response("GET").status()).isEqualTo(200);
            get.send("GET /hang HTTP/1.1\r\nHost: a\r\n\r\n");
            post.send("POST /hang HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
            half.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(half.head("GET").status()).isEqualTo(200);
            upgraded.send("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            assertThat(upgraded.response("GET").status()).isEqualTo(101);
            await(control, "n1", 4);
            control.want("shop", "n2", AdminState.READY, null);
            assertThatThrownBy(() -> control.cut("shop", "n1")).hasMessageContaining("takes tasks");
            control.want("shop", "n1", AdminState.DRAIN, "new version");

            assertThat(control.cut("shop", "n1")).isEqualTo(4);

            assertThat(get.response("GET").status()).as("on the other node").isEqualTo(200);
            assertThat(post.response("POST").status()).as("nobody knows").isEqualTo(502);
            half.rest();
            upgraded.rest();
            assertThat(upgraded.ending()).isEqualTo(Ending.RESET);
            await(control, "n1", 0);
            assertThat(counts(control, "n1").failed()).isZero();
            assertThat(counts(control, "n1").connections()).isZero();
            assertThat(control.events(20))
                    .anyMatch(event -> event.text().equals("shop/n1: what it has in flight is cut, 4 in all"));
        }
    }
}
