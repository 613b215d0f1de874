// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Node;

/** The way in which a cluster's clients are tied to nodes, for the requests of one event loop. */
interface Affinity {

    /** True when a client waits for its own node rather than go to another one. */
    boolean strict();

    /**
     * Reads a request's mark; answers with {@link SessionClaim#at} or {@link SessionClaim#nothing}.
     *
     * @param origin that of the client's connection
     */
    void read(RequestHead head, Origin origin, SessionClaim claim);

    /**
     * Sees the head of the final answer, or of a 101, before the client does.
     *
     * @param claim the words of the request
     * @param node gave the answer
     */
    void answered(SessionClaim claim, Node node, ResponseHead head);
}
