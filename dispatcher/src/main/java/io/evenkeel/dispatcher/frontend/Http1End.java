// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;

/**
 * The end of a client's connection that speaks HTTP/1: at once, after what is unsent, or after a time in which octets
 * of a client that may still be sending are dropped, so that it can read its answer first. Threads: the connection's
 * loop.
 */
final class Http1End {

    /** Octets that a client may still send after an answer that ended the connection early. */
    private static final long MOST_LINGERING = 64L << 20;

    /** Time after the beginning of a drain in which a request that is on its way to an idle connection is served. */
    private static final long LAST_REQUEST_NS = 150_000_000L;

    private final Connection connection;
    private final ClientTimer timer;
    private long lingered;

    Http1End(Connection connection, ClientTimer timer) {
        this.connection = connection;
        this.timer = timer;
    }

    /**
     * Begins the end in good order, and tells the phase that follows.
     *
     * @param mayBeSending true when the client may send what nobody will read
     */
    Http1Phase begin(boolean mayBeSending, long bodyNs) {
        timer.linger(bodyNs);
        if (!mayBeSending) {
            connection.closeWhenSent();
            return Http1Phase.OVER;
        }
        connection.endOutput();
        connection.resume();
        return Http1Phase.LINGER;
    }

    /** Takes note of octets that are dropped while the end is awaited; too many end the connection at once. */
    void lingers(int octets) {
        lingered += octets;
        if (lingered > MOST_LINGERING) {
            connection.close();
        }
    }

    /**
     * Ends the connection in the middle of an answer.
     *
     * @param visibly true when only a reset tells the client that the answer is not whole
     */
    Http1Phase cut(boolean visibly, long bodyNs) {
        timer.linger(bodyNs);
        if (visibly) {
            connection.reset();
        } else {
            connection.closeWhenSent();
        }
        return Http1Phase.OVER;
    }

    /** Gives the last request of a drain its time; false when the client does not even take what it was sent. */
    boolean awaitsLast() {
        if (connection.writable()) {
            timer.graceUntilSent(LAST_REQUEST_NS, LAST_REQUEST_NS);
            return true;
        }
        return false;
    }
}
