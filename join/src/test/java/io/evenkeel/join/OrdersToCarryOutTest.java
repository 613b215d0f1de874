// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.join.OrderTaker;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterObserver;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.join.report.StampedOrder;
import io.evenkeel.join.view.OrderTable;
import io.evenkeel.join.view.Peers;
import io.evenkeel.policy.PolicyCatalog;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Orders of others that wait for their nodes. */
@Timeout(60)
final class OrdersToCarryOutTest {

    private static final NodeOrder DRAIN = new NodeOrder(AdminState.DRAIN, null, "alice", Double.NaN, 1);
    private static final NodeOrder MAINT = new NodeOrder(AdminState.MAINT, null, "bob", Double.NaN, 1);

    private final EventLog events = new EventLog();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger tried = new AtomicInteger();
    private final OrderTaker taker = new OrderTaker(
            () -> {
                tried.incrementAndGet();
                return Map.of();
            },
            NodeOrders.inMemory(events));
    private final OrdersToCarryOut orders = new OrdersToCarryOut(1, taker, new Peers(1, 0), events.cluster());

    @Test
    void noMoreWaitForNodesThatAreNotThereThanTheTableMayHave() {
        for (int i = 0; i < OrderTable.MOST + 1_000; i++) {
            orders.add(List.of(new StampedOrder("shop", "n" + i, DRAIN, i, 2)));
        }

        orders.carryOut(1);

        assertThat(tried).hasValue(OrderTable.MOST);
    }

    @AfterEach
    void release() {
        released.countDown();
        threads.shutdownNow();
    }

    private static Cluster cluster(String name) {
        try {
            ClusterSettings settings = Objects.requireNonNull(SettingsFile.of("""
                    listeners: [{name: web, address: "127.0.0.1:0", cluster: %s}]
                    clusters:
                      %s:
                        nodes: [{name: a, address: "127.0.0.1:1"}, {name: b, address: "127.0.0.1:2"}]
                    """.formatted(name, name), "test")
                    .load()
                    .clusters()
                    .get(name));
            EventLog events = new EventLog();
            NodeNames names = NodeNames.lookUp(settings.nodes(), events.cluster());
            return Membership.create(
                    settings, PolicyCatalog.load(), new SplittableRandom(1), 0, n -> null, names, null, events);
        } catch (SettingsException e) {
            throw new IllegalStateException(e);
        }
    }

    private void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Cluster> onceReleased(Map<String, Cluster> clusters) {
        entered.countDown();
        await(released);
        return clusters;
    }

    private OrdersToCarryOut orders(Supplier<Map<String, Cluster>> clusters) {
        OrderTaker some = new OrderTaker(clusters, NodeOrders.inMemory(events));
        return new OrdersToCarryOut(1, some, new Peers(1, 0), events.cluster());
    }

    private static AdminState wanted(Cluster cluster, String node) {
        return cluster.nodes().stream()
                .filter(each -> each.name().equals(node))
                .findFirst()
                .orElseThrow()
                .wanted();
    }

    @Test
    void othersAreHeardWhileAnOrderWaitsForItsCluster() throws Exception {
        OrdersToCarryOut some = orders(() -> onceReleased(Map.of()));
        some.add(List.of(new StampedOrder("shop", "a", DRAIN, 1, 2)));
        Future<?> waits = threads.submit(() -> some.carryOut(1));
        await(entered);

        threads.submit(() -> some.add(List.of(new StampedOrder("shop", "b", DRAIN, 2, 2))))
                .get(10, TimeUnit.SECONDS);
        assertThat(waits).as("the order waits still").isNotDone();
    }

    @Test
    void anOrderThatIsGivenHereFollowsTheOlderOneThatIsBeingCarriedOut() throws Exception {
        Cluster shop = cluster("shop");
        OrdersToCarryOut some = orders(() -> onceReleased(Map.of("shop", shop)));
        some.add(List.of(new StampedOrder("shop", "a", DRAIN, 1, 2)));
        Future<?> older = threads.submit(() -> some.carryOut(1));
        await(entered);
        threads.submit(() -> some.drop(new StampedOrder("shop", "a", MAINT, 2, 1)))
                .get(10, TimeUnit.SECONDS);
        released.countDown();
        older.get(10, TimeUnit.SECONDS);
        some.carryOut(2);

        assertThat(wanted(shop, "a")).isEqualTo(AdminState.MAINT);
        assertThat(events.recent(10))
                .extracting(Event::message)
                .filteredOn(line -> line.contains(" told "))
                .containsExactly("shop/a: drain, as alice told another dispatcher");
    }

    @Test
    void ofAClusterThatHangsOneOrderIsTriedInATurnAndAllOfTheOthers() throws Exception {
        Cluster shop = cluster("shop");
        Cluster bank = cluster("bank");
        AtomicInteger looks = new AtomicInteger();
        OrdersToCarryOut some = orders(() -> {
            looks.incrementAndGet();
            return Map.of("shop", shop, "bank", bank);
        });
        some.add(List.of(
                new StampedOrder("shop", "a", DRAIN, 1, 2),
                new StampedOrder("shop", "b", DRAIN, 2, 2),
                new StampedOrder("bank", "a", DRAIN, 3, 2)));
        Future<?> hang = threads.submit(() -> shop.table().watch(hanging()));
        await(entered);
        some.carryOut(1);

        assertThat(looks).hasValue(2);
        assertThat(wanted(bank, "a")).isEqualTo(AdminState.DRAIN);
        assertThat(wanted(shop, "a")).isEqualTo(AdminState.READY);
        released.countDown();
        hang.get(10, TimeUnit.SECONDS);
        some.carryOut(2);
        assertThat(wanted(shop, "a")).isEqualTo(AdminState.DRAIN);
        assertThat(wanted(shop, "b")).isEqualTo(AdminState.DRAIN);
    }

    /** Keeps the gate for itself until it is released. */
    private ClusterObserver hanging() {
        return (ClusterObserver) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClusterObserver.class}, (proxy, method, given) -> {
                    entered.countDown();
                    await(released);
                    return null;
                });
    }
}
