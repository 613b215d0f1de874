// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection that encrypts: it keeps the promises of every connection towards its owner. {@link TlsInput}, which
 * hears the connection below, is its receiving half, {@link TlsOutput} its sending half; the ways to end it are here.
 *
 * <p>{@code opened} comes after the handshake. The peer's close_notify is the end of input; a FIN without one is a
 * failure, because anybody on the way can send it. {@link #endOutput}, {@link #closeWhenSent} and {@link #close} say
 * close_notify, {@link #reset} says nothing. Octets that were read when the owner paused are kept encrypted. Threads:
 * its loop.
 */
public final class TlsConnection implements Connection {

    private final Connection below;
    private final TlsOutput output;
    private final TlsInput input;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // the input only keeps the reference
    private TlsConnection(Connection below, TlsCodec codec, @Nullable String serverName, @Nullable ServerCheck check) {
        this.below = below;
        TlsBuffers buffers = TlsBuffers.of(below.loop());
        this.output = new TlsOutput(below, codec, buffers, this::breakOutput);
        this.input = new TlsInput(this, below, codec, buffers, output, serverName, check);
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
        if (!input.toldGone()) {
            fail(cause);
        }
    }

    /**
     * Begins the handshake, once there is a handler.
     *
     * @param first octets of the peer that are there, lent until this returns
     */
    public void begin(ByteBuf first) {
        below.handler(input);
        input.take(first);
    }

    /** Ends it for a reason that its handler hears. */
    void fail(Throwable cause) {
        input.fail(cause);
        if (input.facts() != null) {
            below.close();
        } else if (input.isClient()) {
            below.closeWhenSent();
        } else {
            // A client of TLS 1.3 does not wait for the end of its handshake, and shall read why it has failed.
            LingeringClose.of(below, input);
        }
    }

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        return isUp() ? output.write(source, index, length) : Sent.FAILED;
    }

    private boolean isUp() {
        return input.facts() != null && !input.toldGone();
    }

    /** Says close_notify, once. */
    private void endRecords() {
        output.end(isUp());
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
        input.endForgotten();
    }

    @Override
    public void reset() {
        forget();
        below.reset();
        input.endForgotten();
    }

    /** Stops telling the owner anything except the end. */
    private void forget() {
        output.forget();
        input.forget();
    }

    /** Says that nothing can be sent any more, because encrypting failed, or a part of a long write did. */
    private void breakOutput(@Nullable TlsFailure cause) {
        loop().execute(() -> {
            if (cause != null) {
                fail(cause);
            } else {
                input.outputBroken();
            }
        });
    }

    @Override
    public void pause() {
        input.pause();
        below.pause();
    }

    @Override
    public void resume() {
        if (input.paused()) {
            input.resume();
            below.resume();
        }
    }

    @Override
    public boolean paused() {
        return input.paused();
    }

    @Override
    public void handler(ConnectionHandler newHandler) {
        input.handler(newHandler);
    }

    @Override
    public @Nullable TlsFacts tls() {
        return input.facts();
    }

    @Override
    public boolean open() {
        return input.facts() != null && below.open();
    }

    @Override
    public boolean inputEnded() {
        return input.ended();
    }

    @Override
    public boolean writable() {
        return input.facts() != null && !output.ended() && below.writable();
    }

    @Override
    public boolean quiet() {
        return input.quiet();
    }

    /** Splices nothing, because octets have to be changed. */
    @Override
    public boolean spliceTo(Connection target) {
        return false;
    }

    @Override
    public void unsplice() {}

    @Override
    public Loop loop() {
        return below.loop();
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return below.remoteAddress();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return below.localAddress();
    }

    @Override
    public void expectHeads() {
        below.expectHeads();
    }

    @Override
    public void expectBody() {
        below.expectBody();
    }

    @Override
    public long unsent() {
        return below.unsent();
    }

    @Override
    public long sinceSentNs() {
        return below.sinceSentNs();
    }
}
