// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Connections that serve one user at a time. The newest idle one is used first, so that a shrinking load lets the
 * oldest expire.
 *
 * <p>Threads: its loop.
 */
final class ExclusivePool extends NodePool {

    private final ArrayDeque<ExclusiveConnection> idle = new ArrayDeque<>();

    /** All that are not gone, in no order. */
    private final List<ExclusiveConnection> all = new ArrayList<>();

    ExclusivePool(NodePools pools, Cluster cluster, Node node) {
        super(pools, cluster, node);
    }

    @Override
    boolean shares() {
        return false;
    }

    @Override
    public @Nullable NodeConnection take(NodeUser user, @Nullable String host) {
        while (true) {
            ExclusiveConnection newest = host == null ? idle.pollLast() : pollLast(host);
            if (newest == null) {
                return null;
            }
            if (newest.connection().open()) {
                newest.take(user);
                return newest;
            }
        }
    }

    /** The newest idle connection for a host: a server that proved one name has not proved another. */
    private @Nullable ExclusiveConnection pollLast(String host) {
        for (Iterator<ExclusiveConnection> each = idle.descendingIterator(); each.hasNext(); ) {
            ExclusiveConnection next = each.next();
            if (host.equals(next.host)) {
                each.remove();
                return next;
            }
        }
        return null;
    }

    /** An idle connection gives way: it was not taken, so it is one for another host. */
    @Override
    boolean reserve() {
        return cluster().table().openConnection(node())
                || (closeOldest() && cluster().table().openConnection(node()));
    }

    @Override
    public NodeConnection connect(NodeUser user, @Nullable String host) {
        ExclusiveConnection made = new ExclusiveConnection(this, user, host);
        made.place = all.size();
        all.add(made);
        awaited().connection(made);
        made.connection(NodeDial.begin(pools().connector(), loop(), cluster(), node(), host, made));
        return made;
    }

    boolean keep(ExclusiveConnection connection) {
        if (closed() || idle.size() >= cluster().settings().pool().maxIdle()) {
            return false;
        }
        idle.addLast(connection);
        return true;
    }

    void forget(ExclusiveConnection connection) {
        idle.removeLastOccurrence(connection);
    }

    void gone(ExclusiveConnection connection) {
        forget(connection);
        ExclusiveConnection last = all.remove(all.size() - 1);
        if (last != connection) {
            last.place = connection.place;
            all.set(connection.place, last);
        }
        cluster().table().closeConnection(node());
        left();
    }

    @Override
    boolean isEmpty() {
        return all.isEmpty();
    }

    @Override
    boolean closeOldest() {
        ExclusiveConnection oldest = idle.peekFirst();
        if (oldest != null) {
            oldest.close();
        }
        return oldest != null;
    }

    @Override
    void cut() {
        super.cut();
        for (ExclusiveConnection each : List.copyOf(all)) {
            each.cut();
        }
    }

    @Override
    void close() {
        super.close();
        while (!idle.isEmpty()) {
            idle.peekLast().close();
        }
    }
}
