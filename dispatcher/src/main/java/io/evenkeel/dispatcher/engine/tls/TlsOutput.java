// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Sent;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sending half of an encrypted connection. Threads: the connection's loop. */
final class TlsOutput {

    private final Connection below;
    private final TlsCodec codec;
    private final TlsBuffers buffers;
    private final Consumer<@Nullable TlsFailure> broken;
    private boolean backlogged;
    private boolean ended;

    /**
     * The output of a connection that nothing was written to.
     *
     * @param broken hears soon that nothing can be sent any more: the failure to encrypt, or null when a part of a
     *     write is out and the rest never will be
     */
    TlsOutput(Connection below, TlsCodec codec, TlsBuffers buffers, Consumer<@Nullable TlsFailure> broken) {
        this.below = below;
        this.codec = codec;
        this.buffers = buffers;
        this.broken = broken;
    }

    /** True when nothing can be written any more. */
    boolean ended() {
        return ended;
    }

    Sent write(ByteBuf source, int index, int length) {
        if (ended) {
            return Sent.FAILED;
        }
        if (length == 0) {
            return below.write(source, index, 0);
        }
        Sent sent = Sent.ALL;
        int at = index;
        int end = index + length;
        while (at < end && sent != Sent.FAILED) {
            int count = Math.min(TlsCodec.MOST_WRITE, end - at);
            sent = encrypt(source, at, count);
            at += count;
        }
        if (sent == Sent.FAILED) {
            ended = true;
            if (at - index > TlsCodec.MOST_WRITE) {
                // A part may have gone out, which FAILED would deny.
                broken.accept(null);
                sent = Sent.BACKLOG;
            }
        }
        backlogged |= sent == Sent.BACKLOG;
        return sent;
    }

    /** Sends what the protocol itself has to say. */
    void say() {
        ByteBuf words = buffers.network();
        codec.flush(words);
        if (words.isReadable()) {
            below.write(words);
        }
    }

    private Sent encrypt(ByteBuf source, int index, int length) {
        ByteBuf network = buffers.network();
        try {
            codec.write(source, index, length, network);
        } catch (TlsFailure e) {
            broken.accept(e);
            return Sent.FAILED;
        }
        return below.write(network);
    }

    /**
     * Ends the output, once.
     *
     * @param says true to say close_notify
     */
    void end(boolean says) {
        if (says && !ended) {
            ByteBuf words = buffers.network();
            codec.end(words);
            below.write(words);
        }
        forget();
    }

    /** Ends the output without a word. */
    void forget() {
        ended = true;
        backlogged = false;
    }

    /** The connection below has room again; true when the owner waits for that. */
    boolean drained() {
        boolean awaited = backlogged;
        backlogged = false;
        return awaited;
    }
}
