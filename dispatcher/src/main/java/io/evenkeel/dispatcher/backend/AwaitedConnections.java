// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one loop on which a node owes something: an answer to a whole request, of which no octet has
 * come, or the connection itself.
 *
 * <p>A list through the connections themselves, so that nothing is allocated. Threads: its loop.
 */
final class AwaitedConnections {

    final Cluster cluster;
    final Node node;
    private final SilenceDetector silenceDetector;
    private @Nullable NodeConnection first;
    private int answers;
    private long sinceNs;
    private boolean watched;

    AwaitedConnections(Cluster cluster, Node node, SilenceDetector silenceDetector) {
        this.cluster = cluster;
        this.node = node;
        this.silenceDetector = silenceDetector;
    }

    /** A connection is being made. */
    void connection(NodeConnection pending) {
        add(pending);
    }

    /** A request is whole and has gone out. */
    void answer(NodeConnection pending, long nowNs) {
        add(pending);
        pending.owedSinceNs = nowNs;
        if (answers++ == 0) {
            sinceNs = nowNs;
        }
    }

    private void add(NodeConnection pending) {
        remove(pending);
        NodeConnection next = first;
        pending.owedNext = next;
        if (next != null) {
            next.owedBefore = pending;
        }
        first = pending;
        pending.owes = true;
        if (!watched) {
            watched = true;
            silenceDetector.watch(this);
        }
    }

    /** Notes that what was owed has come, or is not wanted any more. */
    void remove(NodeConnection pending) {
        if (!pending.owes) {
            return;
        }
        pending.owes = false;
        if (pending.owedSinceNs != NodeConnection.NO_ANSWER_OWED) {
            pending.owedSinceNs = NodeConnection.NO_ANSWER_OWED;
            answers--;
        }
        NodeConnection before = pending.owedBefore;
        NodeConnection next = pending.owedNext;
        if (before == null) {
            first = next;
        } else {
            before.owedNext = next;
        }
        if (next != null) {
            next.owedBefore = before;
        }
        pending.owedBefore = null;
        pending.owedNext = null;
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Nobody looks any more. */
    void unwatched() {
        watched = false;
    }

    /** Requests that wait for the first octet of their answer. */
    int answers() {
        return answers;
    }

    /** Since when such requests have waited without a break; without meaning while there is none. */
    long sinceNs() {
        return sinceNs;
    }

    /** Lets those who wait go elsewhere, until one finds no other node. */
    void release() {
        NodeConnection each = first;
        while (each != null) {
            NodeConnection next = each.owedNext;
            if (!each.mayLeave()) {
                return;
            }
            each = next;
        }
    }
}
