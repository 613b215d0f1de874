// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.ChunkReader;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http2.head.RequestFields;
import io.evenkeel.dispatcher.http2.link.BodyOutput;
import io.evenkeel.dispatcher.http2.link.BodyOwner;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to the server: its head in the form of HTTP/1.1 becomes a block of fields, its body DATA within
 * the windows of the stream and the connection. Threads: the connection's loop.
 */
final class RequestFlow implements BodyOwner {

    private final SharedStream stream;
    private final SharedConnection connection;
    private final BodyOutput body;
    private boolean begun;
    private boolean toHead;
    private Framing framing = Framing.NONE;
    private long remaining;
    private @Nullable ChunkReader chunks;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // a part of this object, which only keeps the reference
    RequestFlow(SharedStream stream, SharedConnection connection, int window) {
        this.stream = stream;
        this.connection = connection;
        this.body = new BodyOutput(this);
        body.begin(connection.output().link(), window, connection.loop().nowNs());
    }

    /** The frames of the stream. */
    BodyOutput body() {
        return body;
    }

    /** True once END_STREAM has been sent. */
    boolean ended() {
        return body.endSent();
    }

    /** True for a HEAD request, whose answer has no body. */
    boolean toHead() {
        return toHead;
    }

    /** Writes a range, of which the first one begins with the whole head. */
    Sent write(ByteBuf source, int index, int length) {
        int from = index;
        int to = index + length;
        if (!begun) {
            from = head(source, index, to);
        }
        Sent sent = body.endTold() ? Sent.ALL : body(source, from, to);
        if (body.endSent()) {
            stream.requestEnded();
        }
        return sent;
    }

    /** Sends the head; returns the index behind it. */
    private int head(ByteBuf source, int from, int to) {
        AnswerScratch scratch = connection.scratch();
        int end = headEnd(source, from, to);
        HeadBuffer head = scratch.request;
        head.clear();
        head.add(source, from, end);
        RequestHead reader = scratch.requestHead;
        if (reader.read(head.octets(), 0, head.length(), RequestLimits.NONE) != head.length()) {
            throw new IllegalStateException("no head of a request: " + reader.refusal());
        }
        begun = true;
        toHead = reader.method() == Method.HEAD;
        framing = reader.framing();
        remaining = framing == Framing.LENGTH ? reader.contentLength() : 0;
        if (framing == Framing.CHUNKED) {
            chunks = new ChunkReader();
            chunks.start(Integer.MAX_VALUE, Integer.MAX_VALUE);
        }
        HeadBuffer block = connection.output().link().block();
        RequestFields.write(
                head, connection.output().secure(), true, connection.output().encoder(), block);
        stream.begin();
        body.id(stream.id());
        body.head(block, framing != Framing.CHUNKED && remaining == 0);
        return end;
    }

    /** Index behind the empty line. */
    private static int headEnd(ByteBuf source, int from, int to) {
        for (int i = from + 3; i < to; i++) {
            if (source.getByte(i) == Octets.LF
                    && source.getByte(i - 1) == Octets.CR
                    && source.getByte(i - 2) == Octets.LF) {
                return i + 1;
            }
        }
        throw new IllegalStateException("the head of a request was not written whole");
    }

    private Sent body(ByteBuf source, int from, int to) {
        if (framing == Framing.LENGTH) {
            int count = (int) Math.min(remaining, to - from);
            remaining -= count;
            return body.body(source, from, from + count, remaining == 0);
        }
        ChunkReader reader = chunks;
        if (reader == null) {
            return Sent.ALL;
        }
        reader.read(source, from, to, true);
        if (reader.refused()) {
            connection.loop().execute(() -> stream.faulted(new IllegalStateException("no chunks of a request")));
            return Sent.FAILED;
        }
        HeadBuffer section = reader.trailer();
        boolean trailed = reader.done() && section.length() > 2;
        Sent sent = body.body(source, from, reader.passEnd(), reader.done() && !trailed);
        return trailed ? body.end(section) : sent;
    }

    @Override
    public void takesMore() {
        stream.tellDrained();
    }

    @Override
    public void endSent() {
        stream.requestEnded();
    }

    /** Drops what waits; the stream is over. */
    void drop() {
        body.leave();
    }
}
