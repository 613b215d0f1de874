// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.join.OrderTaker;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.join.report.StampedOrder;
import io.evenkeel.join.view.OrderTable;
import io.evenkeel.join.view.Peers;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Orders that administrators gave to other members and that are not in force here yet. One for a node that is not there
 * stays, since it may be found or configured later. There are no more than the table of orders may have; of more, those
 * that have waited longest are dropped.
 *
 * <p>An order is carried out outside of the lock, since it waits for its cluster, which may hang. After one that waited
 * without success, the others to that cluster are left for the next turn.
 *
 * <p>Threads: {@link #carryOut} is serial, the rest any; none of it waits for a cluster but {@link #carryOut}.
 */
final class OrdersToCarryOut {

    private final long member;
    private final OrderTaker taker;
    private final Peers peers;
    private final EventLogger events;
    private final Map<String, StampedOrder> waiting = new LinkedHashMap<>();
    private @Nullable String inHand;

    /** @param member this one */
    OrdersToCarryOut(long member, OrderTaker taker, Peers peers, EventLogger events) {
        this.member = member;
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

    /** Forgets an order to a node, because a newer one was given here and is in force. */
    synchronized void drop(StampedOrder newer) {
        String place = place(newer);
        if (place.equals(inHand)) {
            // The older one may come into force after it, so the newer one has to follow.
            waiting.put(place, newer);
        } else {
            waiting.remove(place);
        }
    }

    /** Carries out those for which there is a node. */
    void carryOut(long nowNs) {
        Set<String> hanging = new HashSet<>();
        for (String place : places()) {
            StampedOrder order = begin(place, hanging);
            if (order != null) {
                OrderTaker.OrderResult result = OrderTaker.OrderResult.NO_NODE;
                try {
                    result = taker.take(order.cluster(), order.node(), order.order(), nowNs);
                } finally {
                    end(place, order, result);
                }
                switch (result) {
                    case DONE -> say(order);
                    case HANGS -> hanging.add(order.cluster());
                    case NO_NODE -> {}
                }
            }
        }
    }

    private synchronized List<String> places() {
        return List.copyOf(waiting.keySet());
    }

    /** Takes the order to a node in hand; null when none waits any more, or its cluster hangs. */
    private synchronized @Nullable StampedOrder begin(String place, Set<String> hanging) {
        StampedOrder order = waiting.get(place);
        if (order == null || hanging.contains(order.cluster())) {
            return null;
        }
        inHand = place;
        return order;
    }

    /** Puts it out of hand; one that came for the same node meanwhile stays. */
    private synchronized void end(String place, StampedOrder order, OrderTaker.OrderResult result) {
        inHand = null;
        if (result == OrderTaker.OrderResult.DONE) {
            waiting.remove(place, order);
        }
    }

    private void say(StampedOrder order) {
        if (order.origin() != member) {
            events.info(order.cluster() + "/" + order.node() + ": " + words(order.order()) + ", as "
                    + orElse(order.order().by(), "an administrator") + " told "
                    + orElse(peers.name(order.origin()), "another dispatcher"));
        }
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
