// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2 that looks like one of HTTP/1.1 to a handler that asks one question after another, each in one
 * write: each has a stream of its own. Threads: its loop.
 */
final class QuestionConnection implements Connection, SharedOwner, StreamUser {

    private static final long NEVER_NS = Long.MAX_VALUE / 4;

    private final Loop loop;
    private final SharedConnection shared;
    private ConnectionHandler handler;
    private @Nullable SharedStream stream;
    private boolean opened;
    private boolean inputEnded;
    /** True when the question asks for the end of the connection behind its answer. */
    private boolean last;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // the connection only keeps the reference
    QuestionConnection(Loop loop, ConnectionHandler handler, long patienceNs) {
        this.loop = loop;
        this.handler = handler;
        this.shared = new SharedConnection(loop, this, patienceNs);
    }

    SharedConnection shared() {
        return shared;
    }

    /** Takes the connection underneath; false when there is none. */
    boolean begin(@Nullable Connection below) {
        shared.connection(below);
        return below != null;
    }

    private Connection below() {
        Connection network = shared.underneath();
        if (network == null) {
            throw new IllegalStateException("the attempt has not begun");
        }
        return network;
    }

    @Override
    public Loop loop() {
        return loop;
    }

    @Override
    public void handler(ConnectionHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return below().remoteAddress();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return below().localAddress();
    }

    @Override
    public @Nullable TlsFacts tls() {
        return below().tls();
    }

    @Override
    public boolean open() {
        return opened && !shared.retired();
    }

    @Override
    public boolean inputEnded() {
        return inputEnded;
    }

    @Override
    public void expectHeads() {}

    @Override
    public void expectBody() {}

    /**
     * Refuses: the end of an answer would have to wait, too, and who asks questions has room for the answers.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public void pause() {
        throw new UnsupportedOperationException("answers to questions are not held back");
    }

    @Override
    public void resume() {}

    @Override
    public boolean paused() {
        return false;
    }

    /** Writes a question, or more of one that was not whole. An answer under way is given up for the next question. */
    @Override
    public Sent write(ByteBuf source, int index, int length) {
        SharedStream present = stream;
        if (present == null || present.request().ended()) {
            if (present != null) {
                present.release();
            }
            if (!shared.takes()) {
                stream = null;
                return Sent.FAILED;
            }
            present = shared.open(this);
            stream = present;
            Sent sent = present.write(source, index, length);
            last = !shared.scratch().requestHead.keepsAlive();
            return sent;
        }
        return present.write(source, index, length);
    }

    @Override
    public boolean writable() {
        return open() && below().writable();
    }

    @Override
    public long unsent() {
        return below().unsent();
    }

    @Override
    public long sinceSentNs() {
        return below().sinceSentNs();
    }

    @Override
    public boolean quiet() {
        return below().quiet();
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
    public void closeWhenSent() {
        shared.retire();
    }

    @Override
    public void close() {
        SharedStream mine = stream;
        stream = null;
        if (mine != null) {
            mine.close();
        }
        shared.retire();
    }

    @Override
    public void reset() {
        close();
    }

    @Override
    public void changed(SharedConnection connection) {
        if (!opened && shared.takes()) {
            opened = true;
            handler.opened(this);
        }
        SharedStream mine = stream;
        if (mine != null && mine.isOver() && (last || shared.retired()) && !inputEnded) {
            stream = null;
            inputEnded = true;
            handler.inputEnded();
            shared.retire();
        }
    }

    @Override
    public long idleNs() {
        return NEVER_NS;
    }

    @Override
    public void gone(SharedConnection connection, @Nullable Throwable failure) {
        if (failure != null) {
            handler.failed(failure);
        }
        handler.closed();
    }

    @Override
    public void streamBytes(ByteBuf bytes) {
        handler.received(bytes);
    }

    @Override
    public void streamReport(byte[] octets, int from, int to, boolean binary) {}

    @Override
    public void streamDrained() {
        handler.drained();
    }

    @Override
    public void streamLost(StreamLoss how) {
        stream = null;
        handler.failed(new IOException(
                switch (how) {
                    case REFUSED -> "the server refused the stream";
                    case MALFORMED -> "the answer breaks a rule of HTTP/2";
                    case FAULTED -> "the answer could not be taken";
                    case RESET, BROKEN, CUT -> "the stream was reset";
                }));
        shared.close();
    }
}
