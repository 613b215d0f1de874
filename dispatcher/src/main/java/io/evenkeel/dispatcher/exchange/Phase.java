// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

/** The phase of an exchange in the life of its request. */
enum Phase {
    /** No request. */
    IDLE,
    /** Waits in the cluster's queue. */
    QUEUED,
    /** Waits for the connection to the node. */
    CONNECTING,
    /** The request goes out, the answer comes in. */
    OPEN,
    /** The client is gone, or the connection has left HTTP behind. */
    OVER
}
