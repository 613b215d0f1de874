// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.join.OrderTaker;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.join.group.GroupWire;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReportWriter;
import io.evenkeel.join.report.StampedOrder;
import io.evenkeel.join.view.OrderTable;
import io.evenkeel.join.view.Peers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Orders of administrators on their way: those that were given here to the others, and those of others to the nodes.
 * Threads: {@link #carryOut} and {@link #agree} are serial, the rest any.
 */
final class OrderTalk {

    private static final long AGREE_EVERY_NS = 2_000_000_000L;
    private static final int TOGETHER = 500;

    private final long member;
    private final String name;
    private final Peers peers;
    private final InstantSource clock;
    private final OrderTable orders;
    private final OrdersToCarryOut toCarryOut;
    private final Queue<StampedOrder> toSend = new ConcurrentLinkedQueue<>();
    private final Object changes = new Object();
    private long agreedNs;

    /** @param clock of the stamps of orders */
    OrderTalk(long member, String name, Peers peers, OrderTaker taker, EventLogger events, InstantSource clock) {
        this.member = member;
        this.name = name;
        this.peers = peers;
        this.clock = clock;
        orders = new OrderTable(member);
        toCarryOut = new OrdersToCarryOut(member, taker, peers, events);
    }

    /** An order was given here, and is in force. */
    void onOwnOrder(String cluster, String node, NodeOrder order) {
        synchronized (changes) {
            StampedOrder given = orders.give(cluster, node, order, clock.millis());
            toCarryOut.drop(given);
            toSend.add(given);
        }
    }

    /** Orders that were given to other members have come. */
    void onOrders(List<StampedOrder> given) {
        if (given.isEmpty()) {
            // a report, as most messages are
            return;
        }
        synchronized (changes) {
            toCarryOut.add(orders.take(given, clock.millis()));
        }
    }

    /**
     * Carries out what others have ordered.
     *
     * @return the digest of the orders that are in force now, as far as there are nodes for them
     */
    long carryOut(long nowNs) {
        long digest;
        synchronized (changes) {
            // What came with this digest is there to be carried out.
            digest = orders.digest();
        }
        toCarryOut.carryOut(nowNs);
        return digest;
    }

    /** The digest of all orders that are known. */
    long digest() {
        return orders.digest();
    }

    /** Sends the orders that were given here since the last time. */
    void sendOwn(GroupWire way) {
        List<StampedOrder> given = new ArrayList<>();
        for (StampedOrder each = toSend.poll(); each != null; each = toSend.poll()) {
            given.add(each);
        }
        parcels(given).forEach(way::sendReliably);
    }

    /** Sends all orders as long as a member knows others: after a network was cut, or when one has missed some. */
    void agree(GroupWire way, long nowNs) {
        if (nowNs - agreedNs >= AGREE_EVERY_NS) {
            agreedNs = nowNs;
            if (peers.differs(orders.digest(), nowNs)) {
                // sent again until they agree, so none of it has to arrive
                all().forEach(way::sendOnce);
            }
        }
    }

    /** Messages with all orders. */
    List<byte[]> all() {
        return parcels(orders.all());
    }

    private List<byte[]> parcels(List<StampedOrder> all) {
        List<byte[]> parcels = new ArrayList<>();
        for (int from = 0; from < all.size(); from += TOGETHER) {
            List<StampedOrder> some = all.subList(from, Math.min(all.size(), from + TOGETHER));
            parcels.add(ReportWriter.write(MemberReport.of(member, name, some)));
        }
        return parcels;
    }
}
