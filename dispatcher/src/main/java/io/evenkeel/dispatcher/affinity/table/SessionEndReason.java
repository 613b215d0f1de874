// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

/** The reason why a session is no longer in the table. */
public enum SessionEndReason {
    /** No request for the idle time: the session is completed. */
    IDLE,
    /** The application ended it. */
    FORGOTTEN,
    /** It made room for another one; it may still go on. */
    EVICTED,
    /** Its node is not known any more. */
    NODE_GONE
}
