// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.EOFException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that encrypts: it keeps the promises of every connection towards its owner, and is the handler of the
 * one below.
 *
 * <p>{@code opened} comes after the handshake. The peer's close_notify is the end of input; a FIN without one is a
 * failure, because anybody on the way can send it. {@link #endOutput}, {@link #closeWhenSent} and {@link #close} say
 * close_notify, {@link #reset} says nothing. Octets that were read when the owner paused are kept encrypted.
 */
public final class TlsConnection extends LaidConnection {

    private final TlsCodec codec;
    private final TlsBuffers buffers;
    private final @Nullable String serverName;
    private final TlsOutput output;
    private final @Nullable ServerCheck check;
    private final Below events = new Below();

    private ConnectionHandler handler = DiscardHandler.HANDLER;
    private @Nullable TlsFacts facts;
    private @Nullable ByteBuf held;
    private @Nullable Throwable failure;
    private boolean paused;
    private boolean inputEnded;
    private boolean endedBelow;
    private @Nullable Throwable brokenBelow;
    private boolean gone;
    private boolean toldEnd;
    private boolean toldFailure;
    private boolean toldGone;

    private TlsConnection(Connection below, TlsCodec codec, @Nullable String serverName, @Nullable ServerCheck check) {
        super(below);
        this.check = check;
        this.codec = codec;
        this.buffers = TlsBuffers.of(below.loop());
        this.serverName = serverName;
        this.output = new TlsOutput(below, codec, buffers, this::breakOutput);
    }

    /**
     * A connection that is the server of a handshake, over one that is open and whose events it takes.
     *
     * @param serverName the name in the ClientHello; null when there is none
     * @return null when the context was released
     */
    public static @Nullable TlsConnection server(Connection below, TlsContext context, @Nullable String serverName) {
        TlsCodec codec = context.open();
        return codec == null ? null : new TlsConnection(below, codec, serverName, null);
    }

    /** The last word of a client before it says anything. */
    @FunctionalInterface
    interface ServerCheck {

        /**
         * Looks at the server of a handshake that has succeeded.
         *
         * @throws TlsFailure when it is not the one that was asked for
         */
        void check(TlsCodec codec) throws TlsFailure;
    }

    /** A connection that is the client of a handshake, over one that need not be open before {@link #begin}. */
    static TlsConnection client(Connection below, TlsCodec codec, String serverName, ServerCheck check) {
        return new TlsConnection(below, codec, serverName, check);
    }

    /** Gives up a handshake that takes too long. */
    void abandon(Throwable cause) {
        if (!toldGone) {
            fail(cause);
        }
    }

    /**
     * Begins the handshake, once there is a handler.
     *
     * @param first octets of the peer that are there, lent until this returns
     */
    public void begin(ByteBuf first) {
        below.handler(events);
        take(first);
    }

    /** Takes octets of the network until none is left or the owner pauses. */
    private void take(ByteBuf network) {
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
            fail(check == null ? e : TlsFailure.explained(e));
        }
    }

    private boolean isReading() {
        return !inputEnded && failure == null && !toldEnd && !toldGone;
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
                handler.opened(this);
            } else if (plain.isReadable()) {
                handler.received(plain);
            }
            if (progress == TlsCodec.CodecProgress.ENDED && isReading()) {
                inputEnded = true;
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

    private void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        deliver();
        if (facts != null) {
            below.close();
        } else if (check != null) {
            below.closeWhenSent();
        } else {
            // A client of TLS 1.3 does not wait for the end of its handshake, and shall read why it has failed.
            Farewell.of(below, events);
        }
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
        if (inputEnded && !toldEnd && !paused) {
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

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        return facts == null || toldGone ? Sent.FAILED : output.write(source, index, length);
    }

    /** Says close_notify, once. */
    private void endRecords() {
        output.end(facts != null && !toldGone);
    }

    @Override
    public void endOutput() {
        endRecords();
        below.endOutput();
    }

    @Override
    public void closeWhenSent() {
        endRecords();
        below.closeWhenSent();
    }

    @Override
    public void close() {
        if (below.unsent() == 0) {
            endRecords();
        }
        forget();
        below.close();
        endForgotten();
    }

    @Override
    public void reset() {
        forget();
        below.reset();
        endForgotten();
    }

    /** Nothing can be sent any more: because encrypting failed, or a part of a long write did. */
    private void breakOutput(@Nullable TlsFailure cause) {
        loop().execute(() -> {
            if (cause != null) {
                fail(cause);
            } else if (!toldGone) {
                handler.outputFailed();
            }
        });
    }

    /** Nothing is told any more but the end. */
    private void forget() {
        paused = false;
        output.forget();
        toldEnd = true;
        toldFailure = true;
        ByteBuf own = held;
        if (own != null) {
            held = null;
            own.release();
        }
    }

    /** The connection below may have ended while that was held back. */
    private void endForgotten() {
        if (gone) {
            deliver();
        }
    }

    @Override
    public void pause() {
        paused = true;
        below.pause();
    }

    @Override
    public void resume() {
        if (paused) {
            paused = false;
            if (held != null || (inputEnded && !toldEnd)) {
                loop().execute(this::deliver);
            }
            below.resume();
        }
    }

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public void handler(ConnectionHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public @Nullable TlsFacts tls() {
        return facts;
    }

    @Override
    public boolean open() {
        return facts != null && below.open();
    }

    @Override
    public boolean inputEnded() {
        return inputEnded && toldEnd;
    }

    @Override
    public boolean writable() {
        return facts != null && !output.ended() && below.writable();
    }

    /** Looks into what has come: session tickets and changed keys are nothing to the owner. */
    @Override
    public boolean quiet() {
        return held == null && facts != null && isReading() && codec.isQuiet(below, buffers, output);
    }

    /** The events of the connection below. */
    private final class Below implements ConnectionHandler {

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
}
