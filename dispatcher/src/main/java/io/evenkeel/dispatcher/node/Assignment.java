// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/** The results for a task that asked a cluster for a node and got none at once. Codes are negative; slots are not. */
public enum Assignment {
    ;

    /** The task waits in the queue; {@link PendingTask#granted}, {@link PendingTask#dropped} or a cancel ends that. */
    public static final int QUEUED = -2;

    /** No node of the cluster is up. */
    public static final int NONE_UP = -3;

    /** All nodes that may take the task are full, and so is the queue, or the part of it for tasks of one home. */
    public static final int QUEUE_FULL = -4;

    /** A retry found no node that was not tried before. */
    public static final int NO_OTHER = -5;

    /** The retry budget is spent. */
    public static final int NO_BUDGET = -6;

    /** The member that alone may take the task neither takes tasks nor keeps its own. */
    public static final int HOME_GONE = -7;

    /** The task begins a session, and the cluster admits none now. */
    public static final int NO_NEW_SESSIONS = -8;
}
