// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.netty.buffer.Unpooled;

/**
 * Writes answers to a peer, and closes the connection of one that does not read them: an answer may have 1 MB, which
 * would wait in memory for as long as the peer likes. Threads: the connection's loop.
 */
final class AnswerOutput {

    /** Octets that may wait for as long as the connection may be idle. */
    static final int FEW = 16 * 1024;

    /** Time without an octet taken after which a peer that leaves more than that is cut off. */
    static final long PATIENCE_NS = 2_000_000_000L;

    private final Connection connection;
    private final Timeout timer;
    private boolean closes;
    private long before;

    AnswerOutput(Connection connection) {
        this.connection = connection;
        this.timer = connection.loop().timers().timeout(this::look);
    }

    Sent write(byte[] octets) {
        Sent fate = connection.write(Unpooled.wrappedBuffer(octets));
        if (fate == Sent.BACKLOG) {
            before = connection.unsent();
            arm();
        }
        return fate;
    }

    /** Closes behind the answer, or when the peer has stopped to take it. */
    void closeWhenSent() {
        closes = true;
        connection.closeWhenSent();
        if (connection.open()) {
            arm();
        }
    }

    /** Everything is sent. */
    void drained() {
        timer.disarm();
    }

    /** The connection is gone. */
    void end() {
        timer.remove();
    }

    private void arm() {
        timer.arm(connection.loop().nowNs() + PATIENCE_NS);
    }

    private void look() {
        long unsent = connection.unsent();
        boolean reads = unsent < before || connection.sinceSentNs() < PATIENCE_NS;
        before = unsent;
        if (!reads && (closes || unsent > FEW)) {
            connection.close();
        } else {
            arm();
        }
    }
}
