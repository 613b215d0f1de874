// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The present user of a node connection: hears the events on it. All calls come from the connection's loop, and after
 * {@link #nodeLost} none follows.
 */
public interface NodeUser {

    /** The connection that was asked for is there. */
    void nodeReady();

    /** Bytes came in; lent until this returns, with free room in front as in {@code ConnectionHandler#received}. */
    void nodeBytes(ByteBuf bytes);

    /**
     * A load report stands behind the body of the answer, whose end is told next.
     *
     * @param octets hold the report between {@code from} and {@code to}, for this call
     */
    void nodeReport(byte[] octets, int from, int to, boolean binary);

    /** More may be written after a backlog. */
    void nodeDrained();

    /** The connection can write no more; what the node has sent may still come. */
    void nodeOutputFailed();

    /**
     * The node sends nothing back and takes no more tasks: a task that can use another node without harm may go there
     * now.
     *
     * @return false when there is no other node, so that nobody else needs to ask now
     */
    boolean nodeDoubted();

    /**
     * The connection is of no use any more.
     *
     * @param how the way it ended
     */
    void nodeLost(Loss how);

    /** Ways to lose a connection. */
    enum Loss {
        /** The connection could not be made. */
        NOT_CONNECTED,
        /** No socket is left in this process: no failure of the node, and others would fare no better. */
        NO_SOCKET,
        /** The node is trusted and has proved to be another host than that of the request, which may be at fault. */
        OTHER_HOST,
        /** The connection was not made in time. */
        CONNECT_TIMEOUT,
        /**
         * Other settings came into force while it was waited for, or the node has left: another one, perhaps to
         * another node, may be asked for at once.
         */
        OUTDATED,
        /** The node has said in order that it sends nothing more. */
        ENDED,
        /** The node or the network broke it. */
        BROKEN,
        /** The node has ended its part of a shared connection, which goes on. */
        RESET,
        /** The node has said that it did nothing about the request. */
        REFUSED,
        /** The answer breaks a rule of the node's protocol. */
        MALFORMED,
        /** An administrator wanted it, perhaps before it was made, or an error of this side: no failure of the node. */
        CUT;

        /**
         * The way in which a connection was lost that was not made yet.
         *
         * @param host the host of the request that the node must prove to be; null where that does not depend on it
         */
        static Loss ofConnecting(Throwable why, @Nullable String host) {
            if (host != null && why instanceof TlsFailure failure && failure.isOtherNames()) {
                return OTHER_HOST;
            }
            if (why instanceof ConnectTimeoutException) {
                return CONNECT_TIMEOUT;
            }
            if (why instanceof OutOfMemoryError) {
                return CUT;
            }
            return why instanceof Connector.NoSocketException ? NO_SOCKET : NOT_CONNECTED;
        }
    }
}
