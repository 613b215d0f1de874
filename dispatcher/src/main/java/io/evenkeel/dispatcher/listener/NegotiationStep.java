// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.http.Refusal;
import io.netty.buffer.ByteBuf;

/**
 * One step between accepting a client connection and its protocol, such as a PROXY header or a TLS handshake. An object
 * serves one connection. Threads: the connection's loop.
 */
public interface NegotiationStep {

    /** The state of a step after a look at the octets so far. */
    enum StepProgress {
        /** Waits for more octets, or for the connection to be opened again by a layer below. */
        MORE,
        /** Has succeeded; the octets that are still readable belong to the next step. */
        DONE,
        /** Has succeeded, and was all that the client may have: the connection is closed without a protocol. */
        ENOUGH,
        /** Has failed: the octets are not what the step expects. */
        MALFORMED
    }

    /** The way a step failed. */
    enum StepFailure {
        /** The step has answered {@link StepProgress#MALFORMED}. */
        MALFORMED,
        /** The client has ended its input before the step was done. */
        ENDED,
        /** The step has taken longer than {@link #patienceNs}. */
        LATE,
        /** The connection that the step has laid over the client's has failed; see {@link #brokenBy}. */
        BROKEN
    }

    /** The longest time the step may take, in ns from its begin. */
    long patienceNs();

    /**
     * Looks at the octets that no step has taken yet and moves the reader index behind those it takes. Called when the
     * step begins, perhaps without an octet, whenever octets have come, and when a connection that
     * the step has laid over the client's says {@code opened}, as one that encrypts does after its handshake.
     *
     * @param within knows the connection, over which the step may lay another; then every octet belongs to that one,
     *     and the step fails by its failure
     * @param octets lent until this returns; what is not taken is seen again in the next call
     */
    StepProgress take(Negotiation within, ByteBuf octets);

    /** The facts after the step has succeeded. */
    default ClientFacts learned(ClientFacts before) {
        return before;
    }

    /** Hears why the connection has failed that it has laid over the client's. */
    default void brokenBy(Throwable cause) {}

    /** The reason of a failure, for the access log and the listener's figures. */
    Refusal refusal(StepFailure how);

    /**
     * Ends the connection after a failure with some last words of the step.
     *
     * @param owner the handler of the connection, which hears of its end
     * @return false when there are none and nothing was done, so that the listener ends the connection in its own way
     */
    default boolean end(Connection connection, ConnectionHandler owner, StepFailure how) {
        return false;
    }
}
