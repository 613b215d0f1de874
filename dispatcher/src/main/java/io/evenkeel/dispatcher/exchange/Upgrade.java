// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.exchange.AccessLine.BrokenOff;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.ResponseWriter.Persistence;
import io.evenkeel.dispatcher.tunnel.Tunnel;
import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import io.evenkeel.dispatcher.tunnel.TunnelOwner;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** An exchange that left HTTP behind (RFC 9110 §7.8): from the node's 101 on, both connections belong to a tunnel. */
final class Upgrade implements TunnelOwner {

    private final Exchange exchange;
    private final NodeConnection wire;

    Upgrade(Exchange exchange, NodeConnection wire) {
        this.exchange = exchange;
        this.wire = wire;
    }

    /**
     * Passes the 101 on and starts the tunnel.
     *
     * @param in octets that came behind the head
     */
    void begin(ResponseHead head, ByteBuf in) {
        Workbench bench = exchange.bench;
        bench.responseWriter.write(
                head, Persistence.UPGRADED, true, exchange.rules().hidden(), bench.answer);
        Connection client = exchange.client().connection();
        client.write(Unpooled.wrappedBuffer(bench.answer.octets(), 0, bench.answer.length()));
        exchange.timing.status = head.status();
        exchange.timing.headOut = bench.answer.length();
        exchange.timing.bytesOut = bench.answer.length();
        exchange.task.tunnel(bench.loop.nowNs());
        long idleNs = exchange.task.cluster().settings().timeouts().tunnel().toNanos();
        ByteBuf early = exchange.client().handOver();
        Tunnel tunnel = new Tunnel(client, wire.detach(), idleNs, this);
        wire.endTunnelWith(tunnel::abort);
        tunnel.begin(early, in);
        release(early);
    }

    private static void release(@Nullable ByteBuf early) {
        if (early != null) {
            early.release();
        }
    }

    @Override
    public void tunnelEnded(TunnelEnd end, long fromClient, long fromNode) {
        exchange.timing.bytesIn += fromClient;
        exchange.timing.bytesOut += fromNode;
        wire.detachedClosed();
        boolean broke = end == TunnelEnd.NODE_BROKE;
        long nowNs = exchange.bench.loop.nowNs();
        exchange.task.finish(broke ? Outcome.FAILED : Outcome.SUCCEEDED, false, nowNs);
        exchange.settle(broke, broke ? BrokenOff.NODE : null, nowNs);
        exchange.client().handedOverClosed();
    }
}
