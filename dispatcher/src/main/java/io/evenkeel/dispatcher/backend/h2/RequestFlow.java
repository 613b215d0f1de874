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
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.head.RequestFields;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.evenkeel.dispatcher.http2.link.WaitingStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to the server: its head in the form of HTTP/1.1 becomes a block of fields, its body DATA within
 * the windows of the stream and the connection.
 *
 * <p>What the windows do not allow waits here; then the writer is told BACKLOG, so at most one write waits. Threads:
 * the connection's loop.
 */
final class RequestFlow implements WaitingStream {

    private static final int FRAME = PeerSettings.LEAST_FRAME;
    private static final byte[] NO_TRAILER = new byte[0];

    private final SharedStream stream;
    private final SharedConnection connection;
    private final Window window;
    private boolean begun;
    private boolean toHead;
    private Framing framing = Framing.NONE;
    private long remaining;
    private @Nullable ChunkReader chunks;
    private @Nullable ByteBuf waiting;
    private byte[] trailer = NO_TRAILER;
    private boolean endTold;
    private boolean endSent;
    private boolean blocked;
    private boolean listed;
    private long lastSentNs;

    RequestFlow(SharedStream stream, SharedConnection connection, int window) {
        this.stream = stream;
        this.connection = connection;
        this.window = new Window(window);
        this.lastSentNs = connection.loop().nowNs();
    }

    /** The octets that the server takes on the stream. */
    Window window() {
        return window;
    }

    /** True once END_STREAM has been sent. */
    boolean ended() {
        return endSent;
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
        if (!endTold) {
            body(source, from, to);
        }
        return state();
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
        endTold = framing != Framing.CHUNKED && remaining == 0;
        endSent = endTold;
        HeadBuffer block = scratch.block;
        block.clear();
        RequestFields.write(
                head, connection.output().secure(), true, connection.output().encoder(), block);
        stream.begin();
        connection.output().frames().block(block, stream.id(), endSent);
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

    private void body(ByteBuf source, int from, int to) {
        if (framing == Framing.LENGTH) {
            int count = (int) Math.min(remaining, to - from);
            remaining -= count;
            data(source, from, count, remaining == 0);
            return;
        }
        ChunkReader reader = chunks;
        if (reader == null) {
            return;
        }
        reader.read(source, from, to, true);
        HeadBuffer section = reader.trailer();
        boolean trailed = reader.done() && section.length() > 2;
        data(source, from, reader.passEnd() - from, reader.done() && !trailed);
        if (trailed) {
            endTold = true;
            trailer = Arrays.copyOf(section.octets(), section.length());
            if (waiting == null) {
                writeTrailer();
            }
        }
    }

    private void data(ByteBuf source, int from, int count, boolean ends) {
        endTold = ends;
        int sent = waiting == null ? send(source, from, count, ends) : 0;
        if (sent < count || (ends && !endSent)) {
            keep(source, from + sent, count - sent);
        }
    }

    /**
     * Sends as much as the windows and the connection allow, and the end of the stream when all of it and {@code ends}.
     *
     * @return octets that were sent
     */
    private int send(ByteBuf source, int from, int count, boolean ends) {
        int most = Math.max(0, Math.min(count, room()));
        int sent = 0;
        while (sent < most || (ends && sent == count && !endSent)) {
            int piece = Math.min(most - sent, FRAME);
            boolean last = ends && sent + piece == count;
            ByteBuf out = connection.output().frames().room();
            FrameWriter.header(out, piece, FrameType.DATA, last ? FrameType.END_STREAM : 0, stream.id());
            out.writeBytes(source, from + sent, piece);
            sent += piece;
            endSent = last;
            connection.worked();
        }
        window.take(sent);
        connection.output().window().take(sent);
        return sent;
    }

    private int room() {
        return Math.min(window.left(), connection.output().window().left());
    }

    private void keep(ByteBuf source, int from, int count) {
        ByteBuf before = waiting;
        if (before == null) {
            before = ByteBufAllocator.DEFAULT.directBuffer(Math.max(1, count));
            waiting = before;
        }
        before.writeBytes(source, from, count);
    }

    /** ALL while nothing waits, since an end needs no window; else the user is told when nothing does. */
    private Sent state() {
        if (endSent) {
            stream.requestEnded();
            return Sent.ALL;
        }
        if (waiting != null) {
            connection.output().waiting().add(this);
        }
        if (endTold || (waiting == null && connection.output().writable())) {
            return Sent.ALL;
        }
        blocked = true;
        connection.output().waiting().add(this);
        return Sent.BACKLOG;
    }

    private void writeTrailer() {
        HeadBuffer section = new HeadBuffer(trailer.length);
        section.add(trailer);
        HeadBuffer block = connection.scratch().block;
        block.clear();
        ResponseFields.trailer(section, connection.output().encoder(), block);
        connection.output().frames().block(block, stream.id(), true);
        endSent = true;
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
                lastSentNs = connection.loop().nowNs();
            }
            if (!rest.isReadable() && (endSent || !endTold || trailer.length > 0)) {
                dropWaiting();
                if (trailer.length > 0) {
                    writeTrailer();
                }
            }
        }
        if (waiting != null) {
            connection.output().waiting().add(this);
        } else if (blocked) {
            blocked = false;
            if (!endTold) {
                stream.tellDrained();
            }
        }
        if (endSent) {
            stream.requestEnded();
        }
        return sent > 0;
    }

    @Override
    public boolean listed() {
        return listed;
    }

    @Override
    public void listed(boolean nowListed) {
        listed = nowListed;
    }

    long sinceSentNs() {
        long mineNs = connection.loop().nowNs() - lastSentNs;
        return connection.output().writable()
                ? mineNs
                : Math.min(mineNs, connection.output().sinceSentNs());
    }

    private void dropWaiting() {
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
    }

    /** Drops what waits; the stream is over. */
    void drop() {
        connection.output().waiting().remove(this);
        dropWaiting();
    }
}
