// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.doubt.NodeLiveness;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.node.Node;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The way of one {@link NodeUser} to a node, on which octets of HTTP/1.1 go out and come in: a connection for this user
 * alone, or a stream of one that many share.
 *
 * <p>The user lets go of it once, with {@link #release}, {@link #close} or {@link #detach}. Threads: its loop.
 */
public abstract class NodeConnection {

    static final long NO_ANSWER_OWED = Long.MIN_VALUE;

    private final NodePool pool;

    @Nullable
    NodeUser user;

    /** The host that the node has proved to be; null where one connection is as good as another. */
    final @Nullable String host;

    /** The places before and behind in {@link AwaitedConnections}, which alone writes these four. */
    @Nullable
    NodeConnection owedBefore;

    @Nullable
    NodeConnection owedNext;

    boolean owes;
    long owedSinceNs = NO_ANSWER_OWED;

    NodeConnection(NodePool pool, NodeUser user, @Nullable String host) {
        this.pool = pool;
        this.user = user;
        this.host = host;
    }

    public final Node node() {
        return pool.node();
    }

    /** True when an earlier request was answered on it, so that the node may be closing it just now. */
    public abstract boolean reused();

    /**
     * False when the node has closed the connection or said something unasked, as far as the kernel knows; costs a
     * system call.
     */
    public abstract boolean quiet();

    /** The user's request is whole and has gone out: an answer is owed from now on. */
    public final void awaits(long nowNs) {
        pool.awaited().answer(this, nowNs);
    }

    /** Octets of an answer came. */
    public final void answers(long nowNs) {
        Node node = pool.node();
        NodeLiveness liveness = node.liveness();
        if (owes) {
            if (owedSinceNs != NO_ANSWER_OWED) {
                liveness.took(nowNs - owedSinceNs);
            }
            pool.awaited().remove(this);
        }
        liveness.answered(nowNs);
        if (liveness.doubted() || node.mute()) {
            pool.heard(nowNs);
        }
    }

    /**
     * Looks at an answer that cannot be one of HTTP/1.1, and names the remedy in the event log if it is known.
     *
     * @param from index of its first octet
     */
    public final void refused(ByteBuf answer, int from) {
        pool.refused(answer, from);
    }

    /** See {@link NodeUser#nodeDoubted}. */
    final boolean mayLeave() {
        return user == null || user.nodeDoubted();
    }

    /**
     * Writes a range, which may be overwritten by the connection; see {@link Connection#write}. The first write for a
     * request holds its whole head.
     */
    public abstract Sent write(ByteBuf source, int index, int length);

    /** Writes what is readable; it stays the caller's. */
    public final Sent write(ByteBuf source) {
        return write(source, source.readerIndex(), source.readableBytes());
    }

    /** True while nothing is missing but a place that other requests to the node take. */
    public boolean waitsForOthers() {
        return false;
    }

    /** True when the node may say that it did nothing about a request that was sent whole. */
    public abstract boolean mayRefuse();

    /** True when the head of a request is no larger than the node has said that it takes. */
    public boolean fits(HeadBuffer head) {
        return true;
    }

    /** True when its loss is a failure of the node, and not one that was counted for others who shared it. */
    public boolean blames() {
        return true;
    }

    /** Receives nothing until {@link #resume}. */
    public abstract void pause();

    /** Receives again. */
    public abstract void resume();

    /** Time since octets were last sent to the node; see {@link Connection#sinceSentNs}. */
    public abstract long sinceSentNs();

    /**
     * Sets how much is read at once, where that is for this user to say.
     *
     * @param room octets that somebody takes; when they are few, reads are small, so that few have to wait
     */
    public abstract void expect(int room);

    /**
     * Gives the connection back after a complete answer.
     *
     * @param keepAliveS seconds for which the node says it keeps an idle connection; -1 when it does not say
     * @param bodyless the answer had no body by its kind; a node that sends one all the same does so at once, and what
     *     it sends must not be taken for the answer to another request, so the connection waits a moment before it is
     *     used again
     */
    public abstract void release(long nowNs, int keepAliveS, boolean bodyless);

    /** Ends the present use of it. */
    final void free() {
        user = null;
        pool.awaited().remove(this);
    }

    /**
     * Lets somebody else handle the connection, which still counts as the node's until {@link #detachedClosed}.
     *
     * @throws UnsupportedOperationException when it is not this user's alone
     */
    public Connection detach() {
        throw new UnsupportedOperationException("a shared connection stays with those who share it");
    }

    /** Says what ends the tunnel that the connection was detached for. */
    public void endTunnelWith(Runnable ender) {}

    /** The connection that was detached is closed. */
    public void detachedClosed() {}

    /** Gives it up; the user hears nothing. */
    public abstract void close();

    /** Gives it up and tells the user. */
    final void lose(NodeUser.Loss how) {
        NodeUser loser = user;
        close();
        if (loser != null) {
            loser.nodeLost(how);
        }
    }
}
