// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.EOFException;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of an encrypted connection: takes the events of the connection below, decrypts what comes, and
 * tells the handler of the owner.
 *
 * <p>All state that decides what the handler hears next is here, and the sending half needs none of it but the facts of
 * the handshake. While the handler pauses, octets are kept encrypted and the ends behind them wait: the handler hears
 * everything in its order, and each end once. Threads: the connection's loop.
 */
final class TlsInput implements ConnectionHandler {

    private final TlsConnection connection;
    private final Connection below;
    private final TlsCodec codec;
    private final TlsBuffers buffers;
    private final TlsOutput output;
    private final @Nullable String serverName;
    private final TlsConnection.@Nullable ServerCheck check;

    private ConnectionHandler handler = DiscardHandler.HANDLER;
    private @Nullable TlsFacts facts;
    private @Nullable ByteBuf held;
    private @Nullable Throwable failure;
    private boolean paused;
    private boolean ended;
    private boolean endedBelow;
    private @Nullable Throwable brokenBelow;
    private boolean gone;
    private boolean toldEnd;
    private boolean toldFailure;
    private boolean toldGone;

    /**
     * The input of a connection on which nothing has come.
     *
     * @param check null when this side is the server of the handshake
     */
    TlsInput(
            TlsConnection connection,
            Connection below,
            TlsCodec codec,
            TlsBuffers buffers,
            TlsOutput output,
            @Nullable String serverName,
            TlsConnection.@Nullable ServerCheck check) {
        this.connection = connection;
        this.below = below;
        this.codec = codec;
        this.buffers = buffers;
        this.output = output;
        this.serverName = serverName;
        this.check = check;
    }

    void handler(ConnectionHandler newHandler) {
        handler = newHandler;
    }

    /** The facts of the handshake; null until it has succeeded. */
    @Nullable
    TlsFacts facts() {
        return facts;
    }

    /** True when this side is the client of the handshake. */
    boolean isClient() {
        return check != null;
    }

    /** True once the handler was told that the peer sends no more. */
    boolean ended() {
        return ended && toldEnd;
    }

    /** True once the handler was told that the connection is gone. */
    boolean toldGone() {
        return toldGone;
    }

    boolean paused() {
        return paused;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        if (held != null || (ended && !toldEnd)) {
            below.loop().execute(this::deliver);
        }
    }

    /** Takes octets of the network until none is left or the owner pauses. */
    void take(ByteBuf network) {
        try {
            boolean more = true;
            while (more && isReading()) {
                if (paused) {
                    hold(network);
                    return;
                }
                more = takeOnce(network);
            }
        } catch (TlsFailure e) {
            output.say();
            connection.fail(check == null ? e : TlsFailure.explained(e));
        }
    }

    private boolean isReading() {
        return !ended && failure == null && !toldEnd && !toldGone;
    }

    /** False when more octets are needed to go on. */
    private boolean takeOnce(ByteBuf network) throws TlsFailure {
        ByteBuf plain = buffers.plain();
        try {
            TlsCodec.CodecProgress progress = codec.read(network, plain);
            boolean isNew = progress == TlsCodec.CodecProgress.ESTABLISHED;
            if (isNew) {
                if (check != null) {
                    check.check(codec);
                }
                facts = codec.facts(serverName);
            }
            output.say();
            if (isNew) {
                handler.opened(connection);
            } else if (plain.isReadable()) {
                handler.received(plain);
            }
            if (progress == TlsCodec.CodecProgress.ENDED && isReading()) {
                ended = true;
                deliver();
            }
            return progress != TlsCodec.CodecProgress.MORE;
        } finally {
            plain.release();
        }
    }

    private void hold(ByteBuf network) {
        if (network.isReadable()) {
            ByteBuf more = held;
            if (more == null) {
                int size = network.readableBytes();
                more = ByteBufAllocator.DEFAULT.directBuffer(size);
                held = more;
            }
            more.writeBytes(network);
        }
    }

    /** The connection fails; the handler hears the first reason, behind what was held back. */
    void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        deliver();
    }

    /** Tells what was held back, in order, as far as it may be told now. */
    private void deliver() {
        ByteBuf own = held;
        if (own != null && !paused) {
            held = null;
            try {
                take(own);
            } finally {
                own.release();
            }
            if (held == null && isReading()) {
                handler.readComplete();
            }
        }
        if (held != null) {
            return;
        }
        failure = failure == null ? brokenBelow : failure;
        if (endedBelow && isReading()) {
            failure = facts == null
                    ? new EOFException("the peer ended the connection in the handshake")
                    : new TlsFailure("the peer sent a FIN without close_notify", null);
            below.loop().execute(below::close);
        }
        if (ended && !toldEnd && !paused) {
            toldEnd = true;
            handler.inputEnded();
        }
        if (failure != null && !toldFailure) {
            toldFailure = true;
            toldEnd = true;
            handler.failed(failure);
        }
        if (gone && !toldGone) {
            toldGone = true;
            try {
                codec.release();
            } finally {
                handler.closed();
            }
        }
    }

    /** Stops telling the owner anything except the end. */
    void forget() {
        paused = false;
        toldEnd = true;
        toldFailure = true;
        ByteBuf own = held;
        if (own != null) {
            held = null;
            own.release();
        }
    }

    /** The connection below may have ended while that was held back. */
    void endForgotten() {
        if (gone) {
            deliver();
        }
    }

    /** Looks into what has come: session tickets and changed keys are nothing to the owner. */
    boolean quiet() {
        return held == null && facts != null && isReading() && codec.isQuiet(below, buffers, output);
    }

    @Override
    public void received(ByteBuf bytes) {
        if (held != null) {
            hold(bytes);
        } else {
            take(bytes);
        }
    }

    @Override
    public void readComplete() {
        if (facts != null && held == null && !paused) {
            handler.readComplete();
        }
    }

    @Override
    public void inputEnded() {
        endedBelow = true;
        deliver();
    }

    @Override
    public void drained() {
        if (output.drained()) {
            handler.drained();
        }
    }

    @Override
    public void outputFailed() {
        if (facts != null) {
            handler.outputFailed();
        }
    }

    /** A part of a long write can never be sent. */
    void outputBroken() {
        if (!toldGone) {
            handler.outputFailed();
        }
    }

    @Override
    public void failed(Throwable cause) {
        brokenBelow = cause;
        deliver();
        if (held != null) {
            handler.resetWhilePaused();
        }
    }

    @Override
    public void resetWhilePaused() {
        handler.resetWhilePaused();
    }

    @Override
    public void closed() {
        gone = true;
        deliver();
    }
}
