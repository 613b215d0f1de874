// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a node that serves one {@link NodeUser} at a time, or is idle in its pool.
 *
 * <p>An idle connection that says anything, or ends, is closed: what it says belongs to no request. Threads: its loop.
 */
final class ExclusiveConnection extends NodeConnection implements ConnectionHandler {

    private static final long QUARANTINE_NS = 2_000_000;
    private static final int LITTLE_ROOM = 256 << 10;

    private final ExclusivePool pool;
    private final Timeout idleTimer;
    private @Nullable Connection connection;
    private boolean connected;
    private boolean used;
    private boolean gone;

    /** Ends the tunnel that the connection was detached for. */
    private @Nullable Runnable tunnelEnder;

    /** Its place in the list of its pool, which alone writes this. */
    int place;

    ExclusiveConnection(ExclusivePool pool, NodeUser user, @Nullable String host) {
        super(pool, user, host);
        this.pool = pool;
        this.idleTimer = pool.loop().timers().timeout(this::close);
    }

    /** Set at once after the attempt has begun; null when there was no socket for it. Events come later. */
    void connection(@Nullable Connection begun) {
        connection = begun;
    }

    /** The connection underneath. */
    Connection connection() {
        if (connection == null) {
            throw new IllegalStateException("the attempt has not begun");
        }
        return connection;
    }

    @Override
    public boolean reused() {
        return used;
    }

    @Override
    public boolean quiet() {
        return connection().quiet();
    }

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        return connection().write(source, index, length);
    }

    @Override
    public boolean mayRefuse() {
        return false;
    }

    @Override
    public void pause() {
        connection().pause();
    }

    @Override
    public void resume() {
        connection().resume();
    }

    @Override
    public long sinceSentNs() {
        return connection().sinceSentNs();
    }

    @Override
    public void expect(int room) {
        if (room < LITTLE_ROOM) {
            connection().expectHeads();
        } else {
            connection().expectBody();
        }
    }

    @Override
    public void release(long nowNs, int keepAliveS, boolean bodyless) {
        free();
        used = true;
        long idleNs = pool.idleNs(keepAliveS);
        if (gone || idleNs <= 0) {
            close();
            return;
        }
        connection().resume();
        idleTimer.arm(nowNs + idleNs);
        if (bodyless) {
            pool.loop().after(QUARANTINE_NS, this::rest);
        } else {
            rest();
        }
    }

    private void rest() {
        if (connection().open() && !pool.keep(this)) {
            close();
        }
    }

    void take(NodeUser newUser) {
        idleTimer.disarm();
        user = newUser;
    }

    @Override
    public Connection detach() {
        free();
        return connection();
    }

    @Override
    public void endTunnelWith(Runnable ender) {
        tunnelEnder = ender;
    }

    /** Ends what the connection is used for, on an administrator's word. */
    void cut() {
        if (tunnelEnder != null) {
            tunnelEnder.run();
        } else {
            lose(NodeUser.Loss.CUT);
        }
    }

    @Override
    public void detachedClosed() {
        closed();
    }

    @Override
    public void close() {
        free();
        pool.forget(this);
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public void opened(Connection opened) {
        connected = true;
        pool.awaited().remove(this);
        if (user == null) {
            opened.close();
            return;
        }
        opened.expectBody();
        user.nodeReady();
    }

    @Override
    public void received(ByteBuf bytes) {
        if (user == null) {
            close();
        } else {
            user.nodeBytes(bytes);
        }
    }

    @Override
    public void drained() {
        if (user != null) {
            user.nodeDrained();
        }
    }

    @Override
    public void outputFailed() {
        if (user != null) {
            user.nodeOutputFailed();
        }
    }

    @Override
    public void inputEnded() {
        lose(NodeUser.Loss.ENDED);
    }

    @Override
    public void failed(Throwable cause) {
        lose(connected ? NodeUser.Loss.BROKEN : pool.lossOf(cause, host));
    }

    @Override
    public void closed() {
        if (gone) {
            return;
        }
        gone = true;
        idleTimer.remove();
        pool.gone(this);
        lose(connected ? NodeUser.Loss.BROKEN : NodeUser.Loss.NOT_CONNECTED);
    }
}
