// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.LoopLocal;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.head.RequestComposer;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Streams and buffers of one loop that nobody uses at the moment, and readers and writers that all its connections use
 * in turn. Threads: that of its loop.
 */
final class LoopSpares {

    /** Octets of a buffer for frames. */
    static final int BUFFER = 64 << 10;

    /** Octets of blocks of fields beyond those of heads that may pass, of all connections together. */
    private static final int MOST_EXCESS = 4 << 20;

    private static final int MOST_BUFFERS = 32;
    private static final int MOST_STREAMS = 256;

    private static final LoopLocal<LoopSpares> ALL = new LoopLocal<>(loop -> new LoopSpares());

    private final FieldBlock fields = new FieldBlock();
    private final RequestComposer composer = new RequestComposer(new SecureRandom()::nextBytes);
    private final HeadBuffer composed = new HeadBuffer(1024);
    private @Nullable ResponseFields responseFields;
    private final ArrayDeque<ByteBuf> buffers = new ArrayDeque<>();
    /** Buffers that were made to be kept. */
    private int kept;

    private int excess;
    private final ArrayDeque<Http2Stream> streams = new ArrayDeque<>();

    private LoopSpares() {}

    static LoopSpares of(LoopContext context) {
        return ALL.of(context.loop());
    }

    /** The composer of the heads of requests. */
    RequestComposer composer() {
        return composer;
    }

    /** Room for the head of a request, good until the next one of any connection. */
    HeadBuffer composed() {
        return composed;
    }

    /** The writer of the heads of answers. */
    ResponseFields responseFields(LoopContext context) {
        ResponseFields writer = responseFields;
        if (writer == null) {
            writer = new ResponseFields(context.date());
            responseFields = writer;
        }
        return writer;
    }

    /** The fields of the last block of any connection. */
    FieldBlock fields() {
        return fields;
    }

    /**
     * Takes octets for a block of fields that is larger than any head that may pass, or gives them back when below 0.
     *
     * @return false, and nothing is taken, when others have too many of them
     */
    boolean takeExcess(int octets) {
        if (excess + octets > MOST_EXCESS) {
            return false;
        }
        excess += octets;
        return true;
    }

    /** An empty buffer for frames, of {@link #BUFFER} octets. */
    ByteBuf takeBuffer() {
        ByteBuf spare = buffers.pollLast();
        if (spare != null) {
            return spare;
        }
        if (kept == MOST_BUFFERS) {
            return ByteBufAllocator.DEFAULT.directBuffer(BUFFER, BUFFER);
        }
        kept++;
        return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(BUFFER)).clear();
    }

    /** Takes a buffer back; the first few are kept, the others go back to where the memory came from. */
    void giveBuffer(ByteBuf buffer) {
        if (buffer.alloc() == UnpooledByteBufAllocator.DEFAULT) {
            buffers.addLast(buffer.clear());
        } else {
            buffer.release();
        }
    }

    /** A stream that serves nobody. */
    Http2Stream takeStream(LoopContext context) {
        Http2Stream spare = streams.pollLast();
        return spare == null ? new Http2Stream(context.loop()) : spare;
    }

    /** Takes a stream back that has come to its end. */
    void giveStream(Http2Stream stream) {
        if (streams.size() < MOST_STREAMS) {
            streams.addLast(stream);
        }
    }
}
