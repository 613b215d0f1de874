// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

/** Reasons for which a task of a class got no node. */
public enum WithoutNode {

    /** The task begins a session, and those that run need what the nodes can do. */
    SESSIONS_CAPACITY,

    /** The task begins a session, and tasks wait too long for nodes. */
    SESSIONS_WAIT,

    /** The line of its class is full. */
    QUEUE_FULL,

    /** The task has waited for twice the target in a line that is late, or its node has left. */
    QUEUE_LATE,

    /** The task has waited for as long as it may. */
    QUEUE_TIMEOUT,

    /** Its client went away while it waited. */
    CLIENT_GONE,

    /** The dispatcher had no memory left for what waits with it. */
    MEMORY_FULL
}
