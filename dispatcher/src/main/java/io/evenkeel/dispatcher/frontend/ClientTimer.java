// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.timer.Timeout;

/**
 * The one timer of a client connection; knows whether a client still takes what waits for it. Threads: the connection's
 * loop.
 */
final class ClientTimer {

    /** Time that a client has to read the last answer of its connection. */
    private static final long LINGER_NS = 5_000_000_000L;

    private final Connection connection;
    private final Timeout timeout;
    /** Octets that waited to be sent when the timer was set. */
    private long unsent;

    private long patienceNs;

    ClientTimer(Connection connection, Runnable action) {
        this.connection = connection;
        this.timeout = connection.loop().timers().timeout(action);
    }

    void arm(long atNs) {
        timeout.arm(atNs);
    }

    /**
     * Sets the timer for a connection of which nothing is expected any more, or nothing yet.
     *
     * @param sendingNs the least patience while octets wait to be sent
     */
    void graceUntilSent(long graceNs, long sendingNs) {
        unsent = connection.unsent();
        patienceNs = unsent == 0 ? graceNs : Math.max(graceNs, sendingNs);
        timeout.arm(connection.loop().nowNs() + patienceNs);
    }

    /** Sets the timer for a connection on which everything is said. */
    void linger(long sendingNs) {
        graceUntilSent(LINGER_NS, sendingNs);
    }

    /** Closes the connection, unless the client has taken octets since the timer was set: then it may take more. */
    void closeUnlessSending(long sendingNs) {
        long left = connection.unsent();
        if (left < unsent || (left > 0 && connection.sinceSentNs() < patienceNs)) {
            linger(sendingNs);
        } else {
            connection.close();
        }
    }

    void remove() {
        timeout.remove();
    }
}
