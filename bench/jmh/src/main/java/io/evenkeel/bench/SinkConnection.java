// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.Sent;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection whose peer takes all that is written at once, and says nothing. Threads: those of its loop. */
final class SinkConnection implements Connection {

    private final Loop loop;
    private long written;

    SinkConnection(Loop loop) {
        this.loop = loop;
    }

    /** Octets that were written so far. */
    long written() {
        return written;
    }

    @Override
    public Loop loop() {
        return loop;
    }

    @Override
    public void handler(ConnectionHandler newHandler) {}

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return null;
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return null;
    }

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public boolean inputEnded() {
        return false;
    }

    @Override
    public void expectHeads() {}

    @Override
    public void expectBody() {}

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public boolean paused() {
        return false;
    }

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        written += length;
        return Sent.ALL;
    }

    @Override
    public boolean writable() {
        return true;
    }

    @Override
    public long unsent() {
        return 0;
    }

    @Override
    public long sinceSentNs() {
        return 0;
    }

    @Override
    public boolean quiet() {
        return true;
    }

    @Override
    public boolean spliceTo(Connection target) {
        return false;
    }

    @Override
    public void unsplice() {}

    @Override
    public void endOutput() {}

    @Override
    public void closeWhenSent() {}

    @Override
    public void close() {}

    @Override
    public void reset() {}
}
