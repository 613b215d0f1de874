// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.exchange.Workbench;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeader;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderDecoder;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection from a trusted proxy until its PROXY protocol header has told whom it speaks for; then a
 * {@link ClientConnection} takes over. Anything but a header ends it. Threads: its loop.
 */
final class AnnouncedConnection implements ConnectionHandler {

    private final HttpListener listener;
    private final Connection connection;
    private final Workbench bench;
    private final InetSocketAddress proxy;
    private final InetSocketAddress local;
    private final ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
    private final Timeout timer;
    private @Nullable ByteBuf gathered;

    AnnouncedConnection(
            HttpListener listener,
            Connection connection,
            Workbench bench,
            InetSocketAddress proxy,
            InetSocketAddress local) {
        this.listener = listener;
        this.connection = connection;
        this.bench = bench;
        this.proxy = proxy;
        this.local = local;
        this.timer = connection.loop().timers().timeout(connection::close);
    }

    @Override
    public void opened(Connection opened) {
        timer.arm(bench.loop().nowNs() + listener.rules().headNs());
    }

    @Override
    public void received(ByteBuf bytes) {
        ByteBuf all = gathered;
        if (all == null) {
            all = bench.roomy(bytes);
            gathered = all;
        } else {
            all.writeBytes(bytes);
        }
        switch (decoder.decode(all)) {
            case NEED_MORE -> {}
            case HEADER -> handOver(decoder.header(), all);
            case ABSENT, MALFORMED -> connection.reset();
        }
    }

    private void handOver(ProxyHeader header, ByteBuf all) {
        InetSocketAddress source = header.source();
        InetSocketAddress destination = header.destination();
        timer.remove();
        gathered = null;
        all.skipBytes(header.length());
        InetSocketAddress client = source == null ? proxy : source;
        ClientConnection taken = listener.add(new ClientConnection(
                listener,
                connection,
                bench,
                listener.origin(
                        bench.loop(),
                        client,
                        destination == null ? local : destination,
                        listener.rules().trusts(client.getAddress()))));
        connection.handler(taken);
        taken.opened(connection);
        if (all.isReadable()) {
            taken.received(all);
        }
        all.release();
    }

    @Override
    public void inputEnded() {
        connection.close();
    }

    @Override
    public void failed(Throwable cause) {
        connection.close();
    }

    @Override
    public void closed() {
        timer.remove();
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
        listener.meter(bench.loop()).closed();
    }
}
