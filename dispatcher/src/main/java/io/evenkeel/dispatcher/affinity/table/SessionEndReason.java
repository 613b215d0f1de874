// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

/** The reason why a session is no longer in the table. */
public enum SessionEndReason {
    /** No request for the idle time: the session is completed. */
    IDLE,
    /** The application ended it. */
    FORGOTTEN,
    /** The session made room for another one; it may still go on. */
    EVICTED,
    /** A node that did not have it, or a login in parallel, set another one in its place. */
    REPLACED
}
