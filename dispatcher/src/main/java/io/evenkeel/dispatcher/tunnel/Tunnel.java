// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A relay of bytes between a client and a node, both ways, until both have ended.
 *
 * <p>A FIN is passed on behind the bytes that came before it, and the other direction goes on. A reset is passed on as
 * a reset. When one side takes no more, the other is not read until it does again, so that no more than one read of
 * each direction is ever in memory. A direction that streams is spliced inside the kernel where that is possible; one
 * that sends little is copied, which is cheaper then.
 *
 * <p>A side may be a stream of a connection that has many. Threads: the loop of the two connections.
 */
public final class Tunnel {

    private final Side client;
    private final Side node;
    private final TunnelOwner owner;
    private final Timeout idle;
    private final long idleNs;
    private @Nullable TunnelEnd end;
    private boolean told;

    /**
     * Takes over two open connections of one loop; {@link #begin} starts the relay.
     *
     * @param idleNs silence in both directions after which both are closed; while a slow peer takes octets there is
     *     none
     */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // no handler is called before begin
    public Tunnel(Connection client, Connection node, long idleNs, TunnelOwner owner) {
        this.client = new Side(this, client, node);
        this.node = new Side(this, node, client);
        this.owner = owner;
        this.idleNs = idleNs;
        this.idle = client.loop().timers().timeout(this::idled);
    }

    /**
     * Starts the relay, with bytes that were already read from either side.
     *
     * @param fromClient goes to the node first; stays the caller's
     * @param fromNode goes to the client first; stays the caller's
     */
    public void begin(@Nullable ByteBuf fromClient, @Nullable ByteBuf fromNode) {
        client.take();
        node.take();
        active();
        client.begin(fromClient);
        node.begin(fromNode);
    }

    /** Ends the tunnel at once; both sides get a reset. */
    public void abort() {
        end(TunnelEnd.ABORTED);
    }

    void active() {
        idle.arm(client.own.loop().nowNs() + idleNs);
    }

    /** Ends it when nothing has come, unless what came before leaves still: a slow peer is seldom heard to read. */
    private void idled() {
        long sinceNs = Math.min(client.own.sinceSentNs(), node.own.sinceSentNs());
        if (sinceNs < idleNs) {
            idle.arm(client.own.loop().nowNs() + idleNs - sinceNs);
        } else {
            end(TunnelEnd.IDLE);
        }
    }

    /** A direction is over. When both are, waiting bytes are still sent, until a peer takes none for the idle time. */
    void directionOver() {
        if (client.over() && node.over() && end == null) {
            end = TunnelEnd.FINISHED;
            client.own.closeWhenSent();
            node.own.closeWhenSent();
        }
    }

    /** A side takes no more bytes. */
    void outputFailed(Side side) {
        (side == client ? node : client).dropInput();
    }

    void broke(Side side) {
        if (end == null) {
            end(side == client ? TunnelEnd.CLIENT_BROKE : TunnelEnd.NODE_BROKE);
        }
    }

    private void end(TunnelEnd reason) {
        end = reason;
        client.own.reset();
        node.own.reset();
    }

    void closed(Side side) {
        broke(side);
        if (client.gone && node.gone && !told) {
            told = true;
            idle.remove();
            owner.tunnelEnded(end == null ? TunnelEnd.ABORTED : end, client.count, node.count);
        }
    }
}
