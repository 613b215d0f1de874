// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.http.Refusal;
import io.netty.buffer.ByteBuf;

/**
 * One step between accepting a client connection and its protocol, such as a PROXY header or a TLS handshake. An object
 * serves one connection. Threads: the connection's loop.
 */
public interface NegotiationStep {

    /** The state of a step after a look at the octets so far. */
    enum Progress {
        /** Waits for more octets, or for the connection to be opened again by a layer below. */
        MORE,
        /** Has succeeded; the octets that are still readable belong to the next step. */
        DONE,
        /** Has failed: the octets are not what the step expects. */
        MALFORMED
    }

    /** The way a step failed. */
    enum Failure {
        /** By {@link Progress#MALFORMED}. */
        MALFORMED,
        /** The client has ended its input before the step was done. */
        ENDED,
        /** The step has taken longer than {@link #patienceNs}. */
        LATE
    }

    /** The longest time the step may take, in ns from its begin. */
    long patienceNs();

    /**
     * Looks at the octets that no step has taken yet and moves the reader index behind those it takes. Called when the
     * step begins, perhaps without an octet, whenever octets have come, and when the connection says
     * {@code opened} again, as a layer that encrypts does once its handshake is over.
     *
     * @param octets lent until this returns; what is not taken is seen again in the next call
     */
    Progress take(Connection connection, ByteBuf octets);

    /** The facts after the step has succeeded. */
    default ClientFacts learned(ClientFacts before) {
        return before;
    }

    /** The reason of a failure, for the access log and the listener's figures. */
    Refusal refusal(Failure how);
}
