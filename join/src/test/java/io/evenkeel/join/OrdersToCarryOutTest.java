// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.join.OrderTaker;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.join.report.StampedOrder;
import io.evenkeel.join.view.OrderTable;
import io.evenkeel.join.view.Peers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Orders of others that wait for their nodes. */
final class OrdersToCarryOutTest {

    private final EventLog events = new EventLog();
    private final AtomicInteger tried = new AtomicInteger();
    private final OrderTaker taker = new OrderTaker(
            () -> {
                tried.incrementAndGet();
                return Map.of();
            },
            NodeOrders.inMemory(events));
    private final OrdersToCarryOut orders = new OrdersToCarryOut(taker, new Peers(1, 0), events.cluster());

    @Test
    void noMoreWaitForNodesThatAreNotThereThanTheTableMayHave() {
        NodeOrder drain = new NodeOrder(AdminState.DRAIN, null, "alice", Double.NaN, 1);
        for (int i = 0; i < OrderTable.MOST + 1_000; i++) {
            orders.add(List.of(new StampedOrder("shop", "n" + i, drain, i, 2)));
        }

        orders.carryOut(1);

        assertThat(tried).hasValue(OrderTable.MOST);
    }
}
