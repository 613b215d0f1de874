// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.head.GrpcRefusal;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.evenkeel.dispatcher.http2.head.WebSocketKey;
import io.evenkeel.dispatcher.http2.link.BodyOutput;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The answer on one stream after another, as frames. Threads: the connection's loop. */
final class StreamAnswer implements AnswerWriter {

    private static final int MOST_ROOM = 64 << 10;

    private final Http2Stream stream;
    private final BodyOutput out;
    private int headLength;

    StreamAnswer(Http2Stream stream) {
        this.stream = stream;
        this.out = new BodyOutput(stream);
    }

    /** Begins with the window that the client's settings say. */
    void begin(Http2Connection connection, int id, long nowNs) {
        out.begin(connection.link(), connection.peer().window(), nowNs);
        out.id(id);
        headLength = 0;
    }

    /** The frames of the stream. */
    BodyOutput out() {
        return out;
    }

    @Override
    public boolean wantsData() {
        return true;
    }

    @Override
    public void hides(FieldNames names) {
        stream.hides(names);
    }

    @Override
    public Sent interim(ResponseHead head) {
        return write(block(head), false);
    }

    /** A client takes any 2xx for an open tunnel, and never sees the node's proof, which is checked here. */
    @Override
    public boolean takes(ResponseHead head) {
        WebSocketKey key = stream.webSocketKey();
        int status = head.status();
        if (key != null && status == 101) {
            return key.isProvedBy(head);
        }
        return status < 200 || status > 299;
    }

    @Override
    public Sent upgraded(ResponseHead head) {
        Http2Connection connection = stream.connection();
        HeadBuffer block = connection.link().block();
        connection
                .spares()
                .responseFields(connection.context())
                .upgraded(head, stream.hidden(), connection.encoder(), block);
        return write(block, false);
    }

    private HeadBuffer block(ResponseHead head) {
        Http2Connection connection = stream.connection();
        HeadBuffer block = connection.link().block();
        connection
                .spares()
                .responseFields(connection.context())
                .head(head, stream.hidden(), connection.encoder(), block);
        return block;
    }

    private Sent write(HeadBuffer block, boolean ends) {
        headLength = block.length();
        return out.head(block, ends);
    }

    @Override
    public Sent head(ResponseHead head, boolean requestWhole, ByteBuf in, int from, int to, boolean ends) {
        boolean empty = from == to;
        Sent sent = write(block(head), ends && empty);
        return empty ? sent : body(in, from, to, ends);
    }

    @Override
    public int headLength() {
        return headLength;
    }

    @Override
    public Sent body(ByteBuf in, int from, int to, boolean ends) {
        return out.body(in, from, to, ends);
    }

    @Override
    public Sent end(HeadBuffer section) {
        return out.end(section);
    }

    @Override
    public int own(int status, boolean requestWhole, Page page) {
        if (stream.isReset()) {
            return 0;
        }
        byte[] message = page.message(false);
        Http2Connection connection = stream.connection();
        HeadBuffer block = connection.link().block();
        int at = message.length;
        if (stream.callsGrpc()) {
            GrpcRefusal.write(message, connection.encoder(), block);
        } else {
            at = ResponseFields.message(message, connection.encoder(), block);
        }
        write(block, at == message.length);
        if (at < message.length) {
            body(Unpooled.wrappedBuffer(message), at, message.length, true);
        }
        return message.length;
    }

    @Override
    public int room() {
        return Math.min(out.room(), MOST_ROOM);
    }

    @Override
    public long sinceSentNs() {
        return out.sinceSentNs();
    }
}
