// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.tunnel.Tunnel;
import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import io.evenkeel.dispatcher.tunnel.TunnelOwner;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** An exchange that left HTTP behind (RFC 9110 §7.8): from the node's 101 on, both sides belong to a tunnel. */
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
        AnswerWriter writer = exchange.writer();
        writer.upgraded(head);
        exchange.timing.status = head.status();
        exchange.timing.headOut = writer.headLength();
        exchange.timing.bytesOut = writer.headLength();
        exchange.task.tunnel(exchange.context.loop.nowNs());
        exchange.request.tunnelled();
        long idleNs = exchange.task.cluster().settings().timeouts().tunnel().toNanos();
        ClientStream.HandedOver client = exchange.client().handOver();
        Tunnel tunnel = new Tunnel(client.connection(), wire.detach(), idleNs, this);
        wire.endTunnelWith(tunnel::abort);
        tunnel.begin(client.early(), in);
        release(client.early());
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
        exchange.end.tunnelled(end, exchange.context.loop.nowNs());
    }
}
