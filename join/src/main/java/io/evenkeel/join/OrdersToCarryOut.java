// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.join.OrderTaker;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.join.report.StampedOrder;
import io.evenkeel.join.view.OrderTable;
import io.evenkeel.join.view.Peers;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Orders that administrators gave to other members and that are not in force here yet. One for a node that is not there
 * stays, since it may be found or configured later. There are no more than the table of orders may have; of more, those
 * that have waited longest are dropped. Any thread.
 */
final class OrdersToCarryOut {

    private final OrderTaker taker;
    private final Peers peers;
    private final EventLogger events;
    private final Map<String, StampedOrder> waiting = new LinkedHashMap<>();

    OrdersToCarryOut(OrderTaker taker, Peers peers, EventLogger events) {
        this.taker = taker;
        this.peers = peers;
        this.events = events;
    }

    synchronized void add(List<StampedOrder> orders) {
        for (StampedOrder each : orders) {
            // behind the others, although an earlier one to its node may be there
            waiting.remove(place(each));
            waiting.put(place(each), each);
        }
        Iterator<String> longest = waiting.keySet().iterator();
        while (waiting.size() > OrderTable.MOST) {
            longest.next();
            longest.remove();
        }
    }

    /** Forgets an order to a node, because a newer one is in force. */
    synchronized void drop(StampedOrder newer) {
        waiting.remove(place(newer));
    }

    /** Carries out those for which there is a node. */
    synchronized void carryOut(long nowNs) {
        waiting.values().removeIf(each -> {
            boolean done = taker.take(each.cluster(), each.node(), each.order(), nowNs);
            if (done) {
                events.info(each.cluster() + "/" + each.node() + ": " + words(each.order()) + ", as "
                        + orElse(each.order().by(), "an administrator") + " told "
                        + orElse(peers.name(each.origin()), "another dispatcher"));
            }
            return done;
        });
    }

    private static String place(StampedOrder order) {
        return order.cluster() + '\n' + order.node();
    }

    private static String words(NodeOrder order) {
        String state = order.wanted().name().toLowerCase(Locale.ROOT);
        return order.hasWeight() ? state + ", weight " + order.weight() : state;
    }

    private static String orElse(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
