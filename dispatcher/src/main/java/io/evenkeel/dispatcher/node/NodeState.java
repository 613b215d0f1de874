// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * The state of a node, which decides about new tasks. Maintenance has precedence over a failed check, that over a
 * drain, a drain over ejection, ejection over silence, and silence over rest.
 */
public enum NodeState {
    /** Takes tasks. */
    UP,
    /**
     * Gets no new tasks because an administrator or its agent wants it empty, or because it leaves; running tasks
     * finish.
     */
    DRAIN,
    /** Gets no tasks and is not checked; running tasks finish. */
    MAINT,
    /** Failed its active checks, or has itself said that it has failed. */
    DOWN,
    /** Taken out because of the traffic it served. */
    EJECTED,
    /** Back from ejection with one task at a time until it has proved itself. */
    PROBING,
    /**
     * Requests wait and nothing comes back, or its agent has answered before, does not now, and nothing else is heard
     * of it.
     */
    SILENT,
    /**
     * Has asked for a time without new tasks, by 429 or 503 with Retry-After, or stands by, as its server says; tasks
     * that belong to it still go to it.
     */
    RESTING
}
