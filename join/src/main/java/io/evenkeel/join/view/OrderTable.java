// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.join.report.StampedOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The last order to each node that an administrator gave to any member, the latest {@link #MOST} of them. Two tables
 * that have heard the same orders are equal, in whatever order they came, so members agree once they hear each other:
 * a full table forgets the oldest order, and takes none that is older than all that it has.
 *
 * <p>An order that a node is as the configuration has it stays in the table, or an older one could come back. Any
 * thread.
 */
public final class OrderTable {

    public static final int MOST = 20_000;

    /** Clocks of members differ by less; an order from further ahead would be before all that come after it. */
    private static final long MOST_AHEAD_MS = 86_400_000;

    /** The oldest first; the same in every process. */
    private static final Comparator<StampedOrder> AGE = Comparator.comparingLong(StampedOrder::stamp)
            .thenComparing(StampedOrder::origin, Long::compareUnsigned)
            .thenComparing(StampedOrder::cluster)
            .thenComparing(StampedOrder::node);

    private final long self;
    private final Map<Place, StampedOrder> orders = new HashMap<>();
    private final TreeSet<StampedOrder> byAge = new TreeSet<>(AGE);
    private long highest;
    private long digest;

    private record Place(String cluster, String node) {}

    /** @param self the member whose table it is */
    public OrderTable(long self) {
        this.self = self;
    }

    /** Notes an order that was given here. */
    public synchronized StampedOrder give(String cluster, String node, NodeOrder order, long nowMs) {
        StampedOrder given = new StampedOrder(cluster, node, order, Math.max(nowMs, highest + 1), self);
        put(given);
        return given;
    }

    /**
     * Notes orders that others have told; those that hold from now on. Orders from more than a day ahead are left out.
     */
    public synchronized List<StampedOrder> take(List<StampedOrder> told, long nowMs) {
        List<StampedOrder> newer = new ArrayList<>();
        for (StampedOrder each : told) {
            if (each.stamp() - nowMs > MOST_AHEAD_MS) {
                continue;
            }
            StampedOrder present = orders.get(place(each));
            if (present == null ? hasRoom(each) : each.beats(present)) {
                put(each);
                newer.add(each);
            }
        }
        return newer;
    }

    private boolean hasRoom(StampedOrder order) {
        return orders.size() < MOST || AGE.compare(order, byAge.first()) > 0;
    }

    private void put(StampedOrder order) {
        highest = Math.max(highest, order.stamp());
        StampedOrder present = orders.get(place(order));
        if (present != null) {
            remove(present);
        } else if (orders.size() == MOST) {
            remove(byAge.first());
        }
        orders.put(place(order), order);
        byAge.add(order);
        digest ^= hash(order);
    }

    private void remove(StampedOrder order) {
        orders.remove(place(order));
        byAge.remove(order);
        digest ^= hash(order);
    }

    private static Place place(StampedOrder order) {
        return new Place(order.cluster(), order.node());
    }

    /** The same in every process. */
    private static long hash(StampedOrder order) {
        long hash = (order.stamp() * 0x9E3779B97F4A7C15L) ^ order.origin();
        hash = (hash ^ order.cluster().hashCode()) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ order.node().hashCode()) * 0x94D049BB133111EBL;
        return hash ^ (hash >>> 31);
    }

    /** A number that is the same for tables with the same orders. */
    public synchronized long digest() {
        return digest;
    }

    public synchronized List<StampedOrder> all() {
        return List.copyOf(orders.values());
    }
}
