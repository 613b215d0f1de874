// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.policy.PolicyCatalog;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClusterViewsTest {

    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: 127.0.0.1:0, protocol: http, cluster: shop}
            clusters:
              shop:
                policy: round-robin
                nodes:
                  - {name: a, address: 127.0.0.1:18080}
                  - {name: b, address: 127.0.0.1:28080}
            """;

    private static final long MINUTE_NS = 60_000_000_000L;

    private final long nowNs = System.nanoTime();
    private final Cluster cluster;
    private final Node a;
    private final ClusterViews views;

    ClusterViewsTest() throws SettingsException {
        Settings settings = SettingsFile.of(CONFIG, "test").load();
        cluster = ClusterFixture.create(
                Objects.requireNonNull(settings.clusters().get("shop")),
                PolicyCatalog.load(),
                new SplittableRandom(1),
                nowNs);
        a = cluster.nodes().get(0);
        views = new ClusterViews(
                new SocketlessDispatcher(settings, Map.of("shop", cluster), new Meters(1), new Leases()));
    }

    private NodeView viewOfA() {
        return views.view(cluster).nodes().get(0);
    }

    @Test
    void saysWhenAnEjectedNodeIsTriedAgain() {
        ClusterFixture.eject(cluster, a, "it fails", nowNs);
        a.ejectedUntilNs(nowNs + MINUTE_NS);

        assertThat(viewOfA().state()).isEqualTo(NodeState.EJECTED);
        assertThat(viewOfA().span().untilMs() - viewOfA().span().sinceMs()).isEqualTo(60_000);
    }

    @Test
    void saysWhenTheRestOfANodeEnds() {
        Membership.tryRest(cluster, a, 1.0, "it has much to do", nowNs + MINUTE_NS, nowNs);

        assertThat(viewOfA().state()).isEqualTo(NodeState.RESTING);
        assertThat(viewOfA().span().untilMs() - viewOfA().span().sinceMs()).isEqualTo(60_000);
    }

    /** A node drains by the word of its own agent, too, and then no administrator is named. */
    @Test
    void namesTheAdministratorOnlyForAnOrder() {
        Membership.want(cluster, a, AdminState.DRAIN, null, "ann", nowNs);
        assertThat(viewOfA().span().by()).isEqualTo("ann");

        Membership.want(cluster, a, AdminState.READY, null, "ann", nowNs);
        Membership.leave(cluster, a, true, "it stops", nowNs);
        assertThat(viewOfA().state()).isEqualTo(NodeState.DRAIN);
        assertThat(viewOfA().span().by()).isNull();
    }

    @Test
    void saysSinceWhenNoNodeTakesTasks() {
        assertThat(views.view(cluster).outSinceMs()).isZero();

        cluster.nodes().forEach(node -> ClusterFixture.want(cluster, node, AdminState.MAINT, null, nowNs));
        assertThat(views.view(cluster).outSinceMs()).isEqualTo(viewOfA().span().sinceMs());
    }
}
