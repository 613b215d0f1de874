// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * A stream that has left HTTP behind (RFC 8441), as a connection of its own: the client's side of a tunnel.
 *
 * <p>DATA are its octets, END_STREAM is its FIN, and RST_STREAM with CANCEL its reset. The stream's windows are its
 * back-pressure: while it is paused, the window is not given back; what they do not take of the node's octets waits,
 * and the writer is told BACKLOG. It begins paused. Threads: the connection's loop.
 */
final class StreamConnection implements Connection {

    private static final HeadBuffer NO_TRAILER = new HeadBuffer(0);

    private final Http2Stream stream;
    private final Http2Connection connection;
    private ConnectionHandler handler = DiscardHandler.HANDLER;
    private boolean paused = true;
    private boolean inputEnded;
    private boolean outputEnded;
    private boolean closing;
    private boolean over;

    StreamConnection(Http2Stream stream, Http2Connection connection) {
        this.stream = stream;
        this.connection = connection;
    }

    /**
     * Octets came from the client.
     *
     * @param in what is readable is lent, and what is in front of it may be overwritten
     */
    void received(ByteBuf in) {
        if (!over) {
            handler.received(in);
        }
    }

    /** The client sends no more. */
    void ended() {
        if (!over && !inputEnded) {
            inputEnded = true;
            handler.inputEnded();
        }
    }

    /** The client takes more after {@link Sent#BACKLOG}. */
    void drained() {
        if (!over && !outputEnded) {
            handler.drained();
        }
    }

    /** All that was written, and the end, has been sent. */
    void sent() {
        if (closing) {
            finish();
        }
    }

    /** The client has reset the stream, or its connection is gone. */
    void broken() {
        if (!over) {
            over = true;
            handler.failed(new ClosedChannelException());
            handler.closed();
        }
    }

    @Override
    public Loop loop() {
        return connection.loop();
    }

    @Override
    public void handler(ConnectionHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return connection.connection().remoteAddress();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return connection.connection().localAddress();
    }

    @Override
    public @Nullable TlsFacts tls() {
        return connection.connection().tls();
    }

    @Override
    public boolean open() {
        return !over;
    }

    @Override
    public boolean inputEnded() {
        return inputEnded;
    }

    /** Reads are those of all streams. */
    @Override
    public void expectHeads() {}

    @Override
    public void expectBody() {}

    @Override
    public void pause() {
        if (!paused) {
            paused = true;
            stream.input().hold();
        }
    }

    @Override
    public void resume() {
        if (paused && !over) {
            paused = false;
            stream.input().let();
        }
    }

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        return over || outputEnded ? Sent.FAILED : stream.answer().body(source, index, index + length, false);
    }

    @Override
    public boolean writable() {
        return !over && !outputEnded && unsent() == 0 && connection.connection().writable();
    }

    @Override
    public int room() {
        return stream.answer().room();
    }

    @Override
    public long unsent() {
        return stream.answer().out().unsent();
    }

    @Override
    public long sinceSentNs() {
        return stream.answer().sinceSentNs();
    }

    @Override
    public boolean quiet() {
        return true;
    }

    /** Splices nothing, because octets are put into frames. */
    @Override
    public boolean spliceTo(Connection target) {
        return false;
    }

    @Override
    public void unsplice() {}

    @Override
    public void endOutput() {
        if (!over && !outputEnded) {
            outputEnded = true;
            stream.answer().end(NO_TRAILER);
        }
    }

    @Override
    public void closeWhenSent() {
        endOutput();
        closing = true;
        if (!over && stream.answer().out().endSent()) {
            finish();
        }
    }

    private void finish() {
        over = true;
        connection.streams().ended(stream);
        handler.closed();
    }

    @Override
    public void close() {
        reset();
    }

    @Override
    public void reset() {
        if (!over) {
            over = true;
            connection.streams().reset(stream, ErrorCode.CANCEL);
            handler.closed();
        }
    }
}
