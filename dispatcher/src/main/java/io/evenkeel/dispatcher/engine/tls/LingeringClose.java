// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;

/**
 * The end of a connection whose peer may be speaking still: a FIN goes out behind the last words, and what comes is
 * read and dropped until the peer ends, for a second and 256 kB at most. A kernel that is told to close while octets
 * wait unread sends a reset, and a client whose next write meets it never reads the words. Threads: the connection's
 * loop.
 */
public final class LingeringClose implements ConnectionHandler {

    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    static final int MOST_OCTETS = 256 << 10;

    private final Connection connection;
    private final ConnectionHandler owner;
    private final Timeout timer;
    private int dropped;

    private LingeringClose(Connection connection, ConnectionHandler owner) {
        this.connection = connection;
        this.owner = owner;
        this.timer = connection.loop().timers().timeout(connection::close);
    }

    /**
     * Ends a connection on which everything is said.
     *
     * @param owner hears {@code closed} and nothing else from now on
     */
    public static void of(Connection connection, ConnectionHandler owner) {
        if (connection.inputEnded()) {
            connection.closeWhenSent();
            return;
        }
        LingeringClose end = new LingeringClose(connection, owner);
        connection.handler(end);
        end.timer.arm(connection.loop().nowNs() + PATIENCE_NS);
        connection.endOutput();
        connection.resume();
    }

    @Override
    public void received(ByteBuf bytes) {
        dropped += bytes.readableBytes();
        if (dropped > MOST_OCTETS) {
            connection.close();
        }
    }

    @Override
    public void inputEnded() {
        connection.closeWhenSent();
    }

    @Override
    public void failed(Throwable cause) {}

    @Override
    public void closed() {
        timer.remove();
        owner.closed();
    }
}
