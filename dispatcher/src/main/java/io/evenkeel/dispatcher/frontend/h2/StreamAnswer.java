// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.head.GrpcRefusal;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.evenkeel.dispatcher.http2.head.WebSocketKey;
import io.evenkeel.dispatcher.http2.link.WaitingStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The answer on one stream after another, as frames, within the windows of the stream and the connection.
 *
 * <p>What the windows do not allow waits here: one read of the node, because after that the node is not read any more.
 * The exchange may be over by then, and the stream ends when the rest has been sent. Threads: the connection's loop.
 */
final class StreamAnswer implements AnswerWriter, WaitingStream {

    /** Octets that a client is given before other streams have their turn, and of a frame at most. */
    private static final int FRAME = PeerSettings.LEAST_FRAME;

    private static final int MOST_ROOM = 64 << 10;
    private static final byte[] NO_TRAILER = new byte[0];

    private final Http2Stream stream;
    private final Window window = new Window(0);
    private @Nullable ByteBuf waiting;
    private byte[] trailer = NO_TRAILER;
    private int headLength;
    private boolean endTold;
    private boolean endSent;
    /** True while the exchange gives no more because it was told BACKLOG. */
    private boolean blocked;

    private boolean listed;
    private long lastSentNs;

    StreamAnswer(Http2Stream stream) {
        this.stream = stream;
    }

    /** Begins with a window. */
    void begin(int octets, long nowNs) {
        window.reset(octets);
        trailer = NO_TRAILER;
        headLength = 0;
        endTold = false;
        endSent = false;
        blocked = false;
        lastSentNs = nowNs;
    }

    /** The octets that the client takes on the stream. */
    Window window() {
        return window;
    }

    /** True once END_STREAM has been sent. */
    boolean endSent() {
        return endSent;
    }

    @Override
    public boolean listed() {
        return listed;
    }

    @Override
    public void listed(boolean nowListed) {
        listed = nowListed;
    }

    @Override
    public boolean wantsData() {
        return true;
    }

    @Override
    public Sent interim(ResponseHead head) {
        writeHead(head, false);
        return state();
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
        HeadBuffer block = connection.context().answerHead();
        block.clear();
        connection
                .spares()
                .responseFields(connection.context())
                .upgraded(head, stream.hidden(), connection.encoder(), block);
        write(block, false);
        return state();
    }

    private void writeHead(ResponseHead head, boolean ends) {
        Http2Connection connection = stream.connection();
        HeadBuffer block = connection.context().answerHead();
        block.clear();
        connection
                .spares()
                .responseFields(connection.context())
                .head(head, stream.hidden(), connection.encoder(), block);
        write(block, ends);
    }

    private void write(HeadBuffer block, boolean ends) {
        Http2Connection connection = stream.connection();
        headLength = block.length();
        connection.output().block(block, stream.id(), ends);
        endSent = ends;
    }

    @Override
    public Sent head(ResponseHead head, boolean requestWhole, ByteBuf in, int from, int to, boolean ends) {
        boolean empty = from == to;
        writeHead(head, ends && empty);
        return ends && empty ? Sent.ALL : body(in, from, to, ends);
    }

    @Override
    public int headLength() {
        return headLength;
    }

    @Override
    public Sent body(ByteBuf in, int from, int to, boolean ends) {
        endTold = ends;
        int sent = waiting == null ? send(in, from, to - from, ends) : 0;
        if (from + sent < to || (ends && !endSent)) {
            keep(in, from + sent, to);
        }
        return state();
    }

    /**
     * Sends as much as the windows allow, and the end of the stream when all of it and {@code ends}.
     *
     * @return octets that were sent
     */
    private int send(ByteBuf in, int from, int count, boolean ends) {
        Http2Connection connection = stream.connection();
        int most = Math.max(
                0, Math.min(count, Math.min(window.left(), connection.window().left())));
        int sent = 0;
        while (sent < most || (ends && sent == count && !endSent)) {
            int piece = Math.min(most - sent, FRAME);
            boolean last = ends && sent + piece == count;
            ByteBuf out = connection.output().room();
            FrameWriter.header(out, piece, FrameType.DATA, last ? FrameType.END_STREAM : 0, stream.id());
            out.writeBytes(in, from + sent, piece);
            sent += piece;
            endSent = last;
            connection.glitches().worked();
        }
        window.take(sent);
        connection.window().take(sent);
        return sent;
    }

    private void keep(ByteBuf in, int from, int to) {
        ByteBuf before = waiting;
        if (before == null) {
            before = ByteBufAllocator.DEFAULT.directBuffer(to - from);
            waiting = before;
        }
        before.writeBytes(in, from, to - from);
    }

    /** ALL while nothing waits, since heads and an end need no window; else the exchange is told when nothing does. */
    private Sent state() {
        if (waiting != null) {
            stream.connection().waitingStreams().add(this);
        }
        if (endTold || (waiting == null && stream.connection().connection().writable())) {
            return Sent.ALL;
        }
        blocked = true;
        stream.connection().waitingStreams().add(this);
        return Sent.BACKLOG;
    }

    @Override
    public Sent end(HeadBuffer section) {
        endTold = true;
        if (waiting == null) {
            writeEnd(section);
        } else {
            trailer = Arrays.copyOf(section.octets(), section.length());
        }
        return Sent.ALL;
    }

    private void writeEnd(HeadBuffer section) {
        Http2Connection connection = stream.connection();
        HeadBuffer block = connection.context().answerHead();
        block.clear();
        if (ResponseFields.trailer(section, connection.encoder(), block)) {
            connection.output().block(block, stream.id(), true);
            endSent = true;
        } else {
            send(Unpooled.EMPTY_BUFFER, 0, 0, true);
        }
    }

    @Override
    public boolean proceed() {
        int sent = 0;
        ByteBuf rest = waiting;
        if (rest != null) {
            int count = Math.min(rest.readableBytes(), FRAME);
            boolean all = count == rest.readableBytes();
            sent = send(rest, rest.readerIndex(), count, all && endTold && trailer.length == 0);
            rest.skipBytes(sent);
            if (sent > 0) {
                lastSentNs = stream.connection().loop().nowNs();
            }
            if (!rest.isReadable() && (endSent || !endTold || trailer.length > 0)) {
                drop();
                if (trailer.length > 0) {
                    HeadBuffer section = new HeadBuffer(trailer.length);
                    section.add(trailer);
                    writeEnd(section);
                }
            }
        }
        if (endSent) {
            stream.answerSent();
        } else if (waiting != null) {
            stream.connection().waitingStreams().add(this);
        } else if (blocked) {
            blocked = false;
            stream.takesMore();
        }
        return sent > 0;
    }

    @Override
    public int own(int status, boolean requestWhole, Page page) {
        endTold = true;
        if (stream.isReset()) {
            return 0;
        }
        byte[] message = page.message(false);
        Http2Connection connection = stream.connection();
        HeadBuffer block = connection.context().answerHead();
        block.clear();
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

    /** Octets that the windows take; none while something waits. */
    @Override
    public int room() {
        if (waiting != null) {
            return 0;
        }
        int left = Math.min(window.left(), stream.connection().window().left());
        return Math.max(0, Math.min(left, MOST_ROOM));
    }

    @Override
    public long sinceSentNs() {
        Http2Connection connection = stream.connection();
        long mineNs = connection.loop().nowNs() - lastSentNs;
        return connection.connection().writable()
                ? mineNs
                : Math.min(mineNs, connection.connection().sinceSentNs());
    }

    /** Octets that wait for a window. */
    int unsent() {
        return waiting == null ? 0 : waiting.readableBytes();
    }

    /** Drops what waits. */
    void drop() {
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
    }
}
