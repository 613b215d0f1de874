// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

/**
 * The times of a request or a TCP connection by its moments, as meters and the access log tell them. All are monotonic
 * nanoseconds; a moment that has not come is 0.
 */
public final class TaskTimes {

    private TaskTimes() {}

    /**
     * WT1: the time until the last node was found, or until now when none was.
     *
     * @param askedNs the moment when the first node was asked for
     */
    public static long wt1Ns(long askedNs, long assignedNs, long nowNs) {
        return (assignedNs == 0 ? nowNs : assignedNs) - askedNs;
    }

    /** WT2: the time to get a connection to the node, also one that was not made; 0 when there was no node. */
    public static long wt2Ns(long assignedNs, long connectedNs, long nowNs) {
        return assignedNs == 0 ? 0 : (connectedNs == 0 ? nowNs : connectedNs) - assignedNs;
    }
}
