// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.metrics.TaskMeter;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.TaskTimes;
import org.jspecify.annotations.Nullable;

/**
 * The moments of one TCP connection, in monotonic ns, 0 for one that has not come, and the times between them. Threads:
 * the connection's loop.
 */
final class TcpTimes {

    private final long openedNs;
    private long askedNs;
    private long assignedNs;
    private long connectedNs;

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
        connectedNs = 0;
    }

    /** The connection to the node is there. */
    void connected(long nowNs) {
        connectedNs = nowNs;
    }

    /** True once the cluster was asked for a node. */
    boolean isAsked() {
        return askedNs != 0;
    }

    /** True while the connection to the node that was found last is there, or was. */
    boolean isConnected() {
        return connectedNs != 0;
    }

    /** {@link TaskTimes#wt1Ns}; 0 when no node was asked for. */
    long wt1Ns(long nowNs) {
        return isAsked() ? TaskTimes.wt1Ns(askedNs, assignedNs, nowNs) : 0;
    }

    /** {@link TaskTimes#wt2Ns}. */
    long wt2Ns(long nowNs) {
        return TaskTimes.wt2Ns(assignedNs, connectedNs, nowNs);
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
        long ptNs = served == null ? 0 : nowNs - connectedNs;
        meter.finished(slot, 0, failed, wt1Ns(nowNs), wt2Ns(nowNs), ptNs, totalNs(nowNs), fromClient, fromNode);
    }
}
