// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

/** The phase of an exchange in the life of its request. */
enum Phase {
    /** No request. */
    IDLE,
    /** Has begun: looks for a node, or sends the request at once on a kept connection. */
    STARTED,
    /**
     * Waits for the check of its credentials, for the store of sessions to tell the node of its session,
     * or for an answer that another request fetches.
     */
    ASKING,
    /** Waits in the cluster's queue. */
    QUEUED,
    /** Waits for the connection to the node. */
    CONNECTING,
    /** The request goes out, the answer comes in. */
    OPEN,
    /** A stored answer, or the rest of one that its node has sent whole, goes to the client, as it takes it. */
    SERVING,
    /**
     * The stream has left HTTP behind, or the client is gone while the queue grants its request a node: what goes on
     * ends by itself.
     */
    OVER
}
