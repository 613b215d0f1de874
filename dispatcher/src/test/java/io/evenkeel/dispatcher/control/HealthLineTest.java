// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.protection.ProtectionLevel;
import io.evenkeel.dispatcher.protection.ResourceView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HealthLineTest {

    private static final long AT_MS = 1_700_000_000_999L;
    private static final String AT = "2023-11-14T22:13:20Z";

    private static NodeView node(
            String name, NodeState state, @Nullable String reason, long untilMs, @Nullable String by) {
        return new NodeView(
                name,
                "127.0.0.1:1",
                state,
                reason,
                new StateSpan(AT_MS, 0, untilMs, by),
                1,
                0,
                new NodeCounts(0, 0, 1, 0, 0, 0, 0),
                Traffic.none(),
                AgentView.NONE);
    }

    private static ClusterView cluster(String name, int eligible, NodeState... states) {
        List<NodeView> nodes = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            nodes.add(node("vcn" + (i + 1), states[i], null, 0, null));
        }
        return new ClusterView(
                name,
                "headroom",
                new ClusterCounts(0, 0, 0, eligible),
                nodes.stream().anyMatch(NodeView::takesTasks) ? 0 : AT_MS,
                Traffic.none(),
                nodes);
    }

    private static String line(ClusterView... clusters) {
        return HealthLine.of(DispatcherState.RUNNING, List.of(clusters)).text();
    }

    private static HealthLevel level(ClusterView... clusters) {
        return HealthLine.of(DispatcherState.RUNNING, List.of(clusters)).level();
    }

    @Test
    void saysThatClustersServe() {
        ClusterView shop = cluster("shop", 2, NodeState.UP, NodeState.UP);

        assertThat(line(shop)).isEqualTo("1 of 1 cluster serves");
        assertThat(line(shop, cluster("bank", 1, NodeState.UP))).isEqualTo("2 of 2 clusters serve");
        assertThat(level(shop)).isEqualTo(HealthLevel.OK);
        assertThat(line()).isEqualTo("no cluster is configured");
        assertThat(level()).isEqualTo(HealthLevel.OK);
    }

    @Test
    void saysSinceWhenAllNodesAreDown() {
        ClusterView shop = cluster("shop", 0, NodeState.DOWN, NodeState.DOWN);

        assertThat(line(shop)).isEqualTo("shop: all nodes down since " + AT);
        assertThat(level(shop)).isEqualTo(HealthLevel.OUTAGE);
        assertThat(line(shop, cluster("bank", 1, NodeState.UP)))
                .isEqualTo("shop: all nodes down since " + AT + "; 1 of 2 clusters serves");
    }

    @Test
    void saysWhatBecameOfNodesThatAreOutForSeveralReasons() {
        assertThat(line(cluster("shop", 0, NodeState.DOWN, NodeState.MAINT, NodeState.DOWN)))
                .isEqualTo("shop: no node up: 2 down, 1 in maintenance since " + AT);
        assertThat(line(cluster("shop", 0))).isEqualTo("shop: no nodes since " + AT);
    }

    @Test
    void saysThatRequestsTryNodesThatAreOnlyDoubted() {
        assertThat(line(cluster("shop", 2, NodeState.SILENT, NodeState.SILENT)))
                .isEqualTo("shop: all nodes silent since " + AT + "; requests try them all the same");
    }

    @Test
    void namesTheNodeThatIsIllWhileOthersServe() {
        assertThat(line(cluster("shop", 2, NodeState.UP, NodeState.DOWN, NodeState.UP)))
                .isEqualTo("1 of 1 cluster serves; shop: vcn2 down since " + AT);
        assertThat(level(cluster("shop", 2, NodeState.UP, NodeState.SILENT))).isEqualTo(HealthLevel.DEGRADED);
        assertThat(line(cluster("shop", 1, NodeState.UP, NodeState.DOWN, NodeState.DOWN)))
                .isEqualTo("1 of 1 cluster serves; shop: 2 of 3 nodes down");
        assertThat(line(cluster("shop", 1, NodeState.UP, NodeState.DOWN, NodeState.EJECTED)))
                .isEqualTo("1 of 1 cluster serves; shop: 2 of 3 nodes not up: 1 down, 1 ejected");
    }

    @Test
    void findsNoTroubleInWhatAnAdministratorWants() {
        ClusterView shop = cluster("shop", 1, NodeState.UP, NodeState.DRAIN, NodeState.MAINT, NodeState.PROBING);

        assertThat(line(shop)).isEqualTo("1 of 1 cluster serves");
        assertThat(level(shop)).isEqualTo(HealthLevel.OK);
        assertThat(HealthLine.of(DispatcherState.DRAINING, List.of(shop)))
                .isEqualTo(new HealthLine(
                        HealthLevel.DEGRADED, "the dispatcher is draining; 1 of 1 cluster serves", 1, 1));
    }

    @Test
    void saysWhatTheProcessIsShortOf() {
        ResourceView memory =
                new ResourceView("memory", 0.96, 0.9, 0.95, ProtectionLevel.REFUSING, "heap 96 % of 512 MB", 1, 7);
        ResourceView loops = new ResourceView("loops", 0, 0.25, 1, ProtectionLevel.FREE, "", 0, 0);
        DispatcherView view = new DispatcherView(
                "1", DispatcherState.RUNNING, 0, "epoll", 2, 1, true, 0, List.of(), List.of(memory, loops));
        HealthLine health = HealthLine.of(view, List.of(cluster("shop", 1, NodeState.UP)));

        assertThat(health.text())
                .isEqualTo("requests are refused (memory): heap 96 % of 512 MB; 1 of 1 cluster serves");
        assertThat(health.level()).isEqualTo(HealthLevel.DEGRADED);
    }

    @Test
    void staysOneLineHoweverManyClustersThereAre() {
        ClusterView[] many = IntStream.range(0, 20)
                .mapToObj(i -> cluster("c" + i, 0, NodeState.DOWN))
                .toArray(ClusterView[]::new);

        assertThat(line(many))
                .contains("c2: all nodes down", "; and 17 more clusters; 0 of 20")
                .doesNotContain("c3:");
        assertThat(line(Arrays.copyOf(many, 4))).contains("; and 1 more cluster; 0 of 4");
    }

    @Test
    void saysInWordsWhyANodeIsNotUp() {
        assertThat(node("a", NodeState.UP, null, 0, null).why()).isEmpty();
        assertThat(node("a", NodeState.DOWN, "check failed: status 503", 0, null)
                        .why())
                .isEqualTo("check failed: status 503");
        assertThat(node("a", NodeState.DRAIN, "disk swap", 0, "ann").why()).isEqualTo("by ann: disk swap");
        assertThat(node("a", NodeState.MAINT, null, 0, "ann").why()).isEqualTo("by ann");
        assertThat(node("a", NodeState.DRAIN, "its agent said stop", 0, null).why())
                .isEqualTo("its agent said stop");
        assertThat(node("a", NodeState.EJECTED, "5 failures in a row", AT_MS, null)
                        .why())
                .isEqualTo("5 failures in a row; tried again at " + AT);
        assertThat(node("a", NodeState.PROBING, "5 failures in a row", 0, null).why())
                .isEqualTo("on probation after 5 failures in a row");
    }
}
