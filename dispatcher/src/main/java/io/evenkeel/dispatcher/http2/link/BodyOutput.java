// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of one stream after another: heads, a body within the windows of the stream and the connection, and
 * the end.
 *
 * <p>What the windows do not allow waits here, one write of it, because the writer is told BACKLOG then. The end may
 * have been written by then, and is sent when the rest has been. Threads: the connection's loop.
 */
public final class BodyOutput implements WaitingStream {

    /** Octets that one stream sends before others have their turn, and of a frame at most. */
    private static final int FRAME = PeerSettings.LEAST_FRAME;

    private static final byte[] NO_TRAILER = new byte[0];

    private final BodyOwner owner;
    private final Window window = new Window(0);
    private @Nullable LinkOutput link;
    private int id;
    private @Nullable ByteBuf waiting;
    private byte[] trailer = NO_TRAILER;
    private boolean endTold;
    private boolean endSent;
    /** True while the owner writes no more because it was told BACKLOG. */
    private boolean blocked;

    private boolean listed;
    private long lastSentNs;

    public BodyOutput(BodyOwner owner) {
        this.owner = owner;
    }

    /**
     * Begins a stream.
     *
     * @param octets of its window
     */
    public void begin(LinkOutput newLink, int octets, long nowNs) {
        link = newLink;
        window.reset(octets);
        trailer = NO_TRAILER;
        endTold = false;
        endSent = false;
        blocked = false;
        lastSentNs = nowNs;
    }

    /** Sets the number of the stream, before anything is written. */
    public void id(int newId) {
        id = newId;
    }

    private LinkOutput link() {
        return Objects.requireNonNull(link, "no stream has begun");
    }

    /** The octets that the other side takes on the stream. */
    public Window window() {
        return window;
    }

    /** True once no more is to be written. */
    public boolean endTold() {
        return endTold;
    }

    /** True once END_STREAM has been sent. */
    public boolean endSent() {
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

    /**
     * Writes a block of fields, which needs no window.
     *
     * @param ends true when nothing follows
     */
    public Sent head(HeadBuffer block, boolean ends) {
        link().frames().block(block, id, ends);
        endTold = ends;
        endSent = ends;
        return state();
    }

    /**
     * Writes octets of the body.
     *
     * @param ends true when nothing follows
     */
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
        LinkOutput mine = link();
        int most = Math.max(
                0, Math.min(count, Math.min(window.left(), mine.window().left())));
        int sent = 0;
        while (sent < most || (ends && sent == count && !endSent)) {
            int piece = Math.min(most - sent, FRAME);
            boolean last = ends && sent + piece == count;
            ByteBuf out = mine.frames().room();
            FrameWriter.header(out, piece, FrameType.DATA, last ? FrameType.END_STREAM : 0, id);
            out.writeBytes(in, from + sent, piece);
            sent += piece;
            endSent = last;
            mine.budget().worked();
        }
        window.take(sent);
        mine.window().take(sent);
        return sent;
    }

    private void keep(ByteBuf in, int from, int to) {
        ByteBuf before = waiting;
        if (before == null) {
            before = ByteBufAllocator.DEFAULT.directBuffer(Math.max(1, to - from));
            waiting = before;
        }
        before.writeBytes(in, from, to - from);
    }

    /** ALL while nothing waits, since heads and an end need no window; else the owner is told when nothing does. */
    private Sent state() {
        if (waiting != null) {
            link().waiting().add(this);
        }
        if (endTold || (waiting == null && link().connection().writable())) {
            return Sent.ALL;
        }
        blocked = true;
        link().waiting().add(this);
        return Sent.BACKLOG;
    }

    /**
     * Ends the stream.
     *
     * @param section lines of a trailer section and an empty line, or nothing
     */
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
        LinkOutput mine = link();
        HeadBuffer block = mine.block();
        if (ResponseFields.trailer(section, mine.encoder(), block)) {
            mine.frames().block(block, id, true);
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
                lastSentNs = link().connection().loop().nowNs();
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
            owner.endSent();
        } else if (waiting != null) {
            link().waiting().add(this);
        } else if (blocked) {
            blocked = false;
            owner.takesMore();
        }
        return sent > 0;
    }

    /** Octets that the windows take; none while something waits. */
    public int room() {
        return waiting != null
                ? 0
                : Math.max(0, Math.min(window.left(), link().window().left()));
    }

    /** Time since octets were last sent, as {@code Connection#sinceSentNs} tells it. */
    public long sinceSentNs() {
        LinkOutput mine = link();
        long mineNs = mine.connection().loop().nowNs() - lastSentNs;
        return mine.connection().writable()
                ? mineNs
                : Math.min(mineNs, mine.connection().sinceSentNs());
    }

    /** Octets that wait for a window. */
    public int unsent() {
        return waiting == null ? 0 : waiting.readableBytes();
    }

    private void drop() {
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
    }

    /** Drops what waits, and has no further turn; the stream is over. */
    public void leave() {
        if (link != null) {
            link.waiting().remove(this);
        }
        drop();
    }

    /** Forgets the connection of a stream that is over. */
    public void forget() {
        link = null;
    }
}
