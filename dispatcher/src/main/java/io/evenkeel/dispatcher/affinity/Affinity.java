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
     * Reads a request's mark; answers with {@link SessionMark#at} or {@link SessionMark#nothing}.
     *
     * @param origin that of the client's connection
     */
    void read(RequestHead head, Origin origin, SessionMark mark);

    /**
     * Sees the head of the final answer, or of a 101, before the client does.
     *
     * @param mark that of the request
     * @param node gave the answer
     */
    void answered(SessionMark mark, Node node, ResponseHead head);
}
