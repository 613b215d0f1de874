// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/** The results for a task that asked a cluster for a node and got none at once. Codes are negative; slots are not. */
public enum Assignment {
    ;

    /** The task waits in the queue; {@link PendingTask#granted} or a cancel will end that. */
    public static final int QUEUED = -2;

    /** No node of the cluster is up. */
    public static final int NONE_UP = -3;

    /** Every node that is up is full, and so is the queue. */
    public static final int QUEUE_FULL = -4;

    /** A retry found no node that was not tried before. */
    public static final int NO_OTHER = -5;

    /** The retry budget is spent. */
    public static final int NO_BUDGET = -6;
}
