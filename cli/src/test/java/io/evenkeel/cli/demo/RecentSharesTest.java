// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecentSharesTest {

    private final Meters meters = new Meters(2);
    private final RecentShares shares = new RecentShares();

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(shares.of("a")).isNull();
        look(0, 5, 5);
        assertThat(shares.of("a")).as("nothing was requested since").isNull();
    }

    @Test
    void onlyTheLastSecondsCount() {
        look(0, 0, 0);
        look(1, 90, 10);
        assertThat(shares.of("a")).isEqualTo(0.9);
        look(2, 90, 60);
        look(3, 90, 110);
        look(4, 90, 160);
        assertThat(shares.of("a")).isZero();
        assertThat(shares.of("b")).isEqualTo(1.0);
    }

    private void look(long second, long a, long b) {
        shares.look(
                TimeUnit.SECONDS.toNanos(second),
                new ClusterView(
                        "trade",
                        "headroom",
                        new ClusterCounts(0, 0, 0, 2),
                        meters.cluster("trade"),
                        List.of(node("a", a, 0), node("b", b, 1))));
    }

    private NodeView node(String name, long started, int slot) {
        return new NodeView(
                name,
                "127.0.0.1:18080",
                NodeState.UP,
                null,
                1,
                60_000,
                new NodeCounts(3, 8, Integer.MAX_VALUE, started, started, 0, 0),
                meters.node("trade", slot),
                new AgentView(AgentState.NEVER, null, -1, null, 1, 0, Map.of(), Map.of(), Map.of(), 0, -1));
    }
}
