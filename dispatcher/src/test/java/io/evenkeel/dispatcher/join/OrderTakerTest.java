// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.policy.PolicyCatalog;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Orders that administrators gave to other members. */
final class OrderTakerTest {

    private static final NodeOrder DRAIN = new NodeOrder(AdminState.DRAIN, "new kernel", "alice", 3, 1);

    private final Cluster cluster = cluster();
    private final NodeOrders orders = NodeOrders.inMemory(new EventLog());
    private final OrderTaker taker = new OrderTaker(() -> Map.of("shop", cluster), orders);

    private static Cluster cluster() {
        try {
            ClusterSettings settings =
                    SettingsFile.of("""
                    listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                    clusters:
                      shop:
                        nodes: [{name: a, address: "127.0.0.1:1"}, {name: b, address: "127.0.0.1:2"}]
                    """, "test").load().clusters().get("shop");
            return ClusterFixture.create(
                    Objects.requireNonNull(settings), PolicyCatalog.load(), new SplittableRandom(1), 0);
        } catch (SettingsException e) {
            throw new IllegalStateException(e);
        }
    }

    private Node node(String name) {
        return cluster.nodes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void bringsTheNodeInLineAndKeepsTheOrder() {
        assertThat(taker.take("shop", "a", DRAIN, 1)).isEqualTo(OrderTaker.OrderResult.DONE);

        assertThat(node("a").wanted()).isEqualTo(AdminState.DRAIN);
        assertThat(node("a").wantedReason()).isEqualTo("new kernel");
        assertThat(node("a").wantedBy()).isEqualTo("alice");
        assertThat(node("a").weight()).isEqualTo(3);
        assertThat(orders.of("shop", "a")).isEqualTo(DRAIN);
        assertThat(node("b").wanted()).isEqualTo(AdminState.READY);

        assertThat(taker.take("shop", "a", new NodeOrder(AdminState.READY, null, Double.NaN, 1), 2))
                .isEqualTo(OrderTaker.OrderResult.DONE);
        assertThat(node("a").wanted()).isEqualTo(AdminState.READY);
        assertThat(node("a").weight()).isEqualTo(1);
        assertThat(orders.of("shop", "a")).isNull();
    }

    @Test
    void saysThatThereIsNoSuchNode() {
        assertThat(taker.take("shop", "c", DRAIN, 1)).isEqualTo(OrderTaker.OrderResult.NO_NODE);
        assertThat(taker.take("bank", "a", DRAIN, 1)).isEqualTo(OrderTaker.OrderResult.NO_NODE);
        assertThat(orders.of("shop", "c")).isNull();
    }
}
