// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.metrics.TaskMeter;
import io.evenkeel.dispatcher.node.Node;
import org.jspecify.annotations.Nullable;

/** The moments of one TCP connection, in monotonic ns, and the times between them. Threads: the connection's loop. */
final class TcpTimes {

    private final long openedNs;
    private long askedNs;
    private long assignedNs;
    private long wt1Ns;
    private long wt2Ns;

    /** @param openedNs the time when the client's connection was opened */
    TcpTimes(long openedNs) {
        this.openedNs = openedNs;
    }

    /** The cluster is asked for a node, for the first time. */
    void asked(long nowNs) {
        askedNs = nowNs;
    }

    /** A node was found; the time to connect begins. */
    void assigned(long nowNs) {
        assignedNs = nowNs;
        wt1Ns = nowNs - askedNs;
    }

    /** The connection to the node is there. */
    void connected(long nowNs) {
        wt2Ns = nowNs - assignedNs;
    }

    /** The time until the last node was found; 0 when none was. */
    long wt1Ns() {
        return wt1Ns;
    }

    /** The time to connect to the node; 0 when no connection was made. */
    long wt2Ns() {
        return wt2Ns;
    }

    /** The time since the client's connection was opened. */
    long totalNs(long nowNs) {
        return nowNs - openedNs;
    }

    /**
     * Counts the connection, which is over.
     *
     * @param served the node that it had a tunnel to; null when there was none
     */
    void report(TaskMeter meter, @Nullable Node served, boolean failed, long fromClient, long fromNode, long nowNs) {
        int slot = served == null ? -1 : served.slot();
        long ptNs = served == null ? 0 : nowNs - assignedNs - wt2Ns;
        meter.finished(slot, 0, failed, wt1Ns, wt2Ns, ptNs, totalNs(nowNs), fromClient, fromNode);
    }
}
