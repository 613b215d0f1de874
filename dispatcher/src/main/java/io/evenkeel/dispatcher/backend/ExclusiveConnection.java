// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.doubt.Pulse;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.evenkeel.dispatcher.node.Node;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a node: in use by one {@link NodeUser}, or idle in its pool.
 *
 * <p>An idle connection that says anything, or ends, is closed: what it says belongs to no request. Threads: its loop.
 */
public final class NodeConnection implements ConnectionHandler {

    static final long NO_ANSWER_OWED = Long.MIN_VALUE;
    private static final long QUARANTINE_NS = 2_000_000;
    private static final int LITTLE_ROOM = 256 << 10;

    private final NodePool pool;
    private final Timeout idleTimer;
    private @Nullable Connection connection;
    private @Nullable NodeUser user;
    private boolean connected;
    private boolean used;
    private boolean gone;

    /** Ends the tunnel that the connection was detached for. */
    private @Nullable Runnable tunnelEnder;

    /** The host that the node has proved to be; null where one connection is as good as another. */
    @Nullable
    String host;

    /** Its place in the list of its pool, which alone writes this. */
    int place;

    /** The places before and behind in {@link Owing}, which alone writes these four. */
    @Nullable
    NodeConnection owedBefore;

    @Nullable
    NodeConnection owedNext;

    boolean owes;
    long owedSinceNs = NO_ANSWER_OWED;

    NodeConnection(NodePool pool, NodeUser user) {
        this.pool = pool;
        this.user = user;
        this.idleTimer = pool.loop().timers().timeout(this::close);
    }

    /** Set at once after the attempt has begun; null when there was no socket for it. Events come later. */
    void connection(@Nullable Connection begun) {
        connection = begun;
    }

    public Node node() {
        return pool.node();
    }

    /** The connection underneath. */
    Connection connection() {
        if (connection == null) {
            throw new IllegalStateException("the attempt has not begun");
        }
        return connection;
    }

    /** True when an earlier request was answered on it, so that the node may be closing it just now. */
    public boolean reused() {
        return used;
    }

    /**
     * False when the node has closed the connection or said something unasked, as far as the kernel knows; costs a
     * system call.
     */
    public boolean quiet() {
        return connection().quiet();
    }

    /** The user's request is whole and has gone out: an answer is owed from now on. */
    public void awaits(long nowNs) {
        pool.owing().answer(this, nowNs);
    }

    /** Octets of an answer came. */
    public void answers(long nowNs) {
        Node node = pool.node();
        Pulse pulse = node.pulse();
        if (owes) {
            if (owedSinceNs != NO_ANSWER_OWED) {
                pulse.took(nowNs - owedSinceNs);
            }
            pool.owing().remove(this);
        }
        pulse.answered(nowNs);
        if (pulse.doubted() || node.mute()) {
            pool.heard(nowNs);
        }
    }

    /** See {@link NodeUser#nodeDoubted}. */
    boolean mayLeave() {
        return user == null || user.nodeDoubted();
    }

    /** Writes a range; see {@link Connection#write}. */
    public Sent write(ByteBuf source, int index, int length) {
        return connection().write(source, index, length);
    }

    /** Writes what is readable; it stays the caller's. */
    public Sent write(ByteBuf source) {
        return connection().write(source);
    }

    /** Receives nothing until {@link #resume}. */
    public void pause() {
        connection().pause();
    }

    /** Receives again. */
    public void resume() {
        connection().resume();
    }

    /** Time since octets were last sent to the node; see {@link Connection#sinceSentNs}. */
    public long sinceSentNs() {
        return connection().sinceSentNs();
    }

    /**
     * Sets how much is read at once.
     *
     * @param room octets that somebody takes; when they are few, reads are small, so that few have to wait
     */
    public void expect(int room) {
        if (room < LITTLE_ROOM) {
            connection().expectHeads();
        } else {
            connection().expectBody();
        }
    }

    /**
     * Gives the connection back after a complete answer.
     *
     * @param keepAliveS seconds for which the node says it keeps an idle connection; -1 when it does not say
     * @param bodyless the answer had no body by its kind; a node that sends one all the same does so at once, and what
     *     it sends must not be taken for the answer to another request, so the connection waits a moment before it is
     *     used again
     */
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

    private void free() {
        user = null;
        pool.owing().remove(this);
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

    /** Lets somebody else handle the connection, which still counts as the node's until {@link #detachedClosed}. */
    public Connection detach() {
        free();
        return connection();
    }

    /** Says what ends the tunnel that the connection was detached for. */
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

    /** The connection that was detached is closed. */
    public void detachedClosed() {
        closed();
    }

    /** Closes it; the user hears nothing. */
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
        pool.owing().remove(this);
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
        if (connected) {
            lose(NodeUser.Loss.BROKEN);
        } else if (host != null && cause instanceof TlsFailure failure && failure.isOtherNames()) {
            lose(NodeUser.Loss.OTHER_HOST);
        } else {
            lose(
                    cause instanceof ConnectTimeoutException
                            ? NodeUser.Loss.CONNECT_TIMEOUT
                            : NodeUser.Loss.NOT_CONNECTED);
        }
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

    private void lose(NodeUser.Loss how) {
        NodeUser loser = user;
        close();
        if (loser != null) {
            loser.nodeLost(how);
        }
    }
}
