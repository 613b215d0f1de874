// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.LoopLocal;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.head.RequestComposer;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Streams of one loop that nobody uses at the moment, and readers and writers that all its connections use
 * in turn. Threads: that of its loop.
 */
final class LoopSpares {

    private static final int MOST_STREAMS = 256;

    private static final LoopLocal<LoopSpares> ALL = new LoopLocal<>(loop -> new LoopSpares());

    private final FieldBlock fields = new FieldBlock();
    private final RequestComposer composer = new RequestComposer(new SecureRandom()::nextBytes);
    private final HeadBuffer composed = new HeadBuffer(1024);
    private @Nullable ResponseFields responseFields;
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
