// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a connection on their way out: those of all streams of one turn of the loop leave in one write, or in
 * several when they are many. A connection that sends nothing holds no buffer. Threads: the connection's loop.
 */
public final class FrameOutput implements Runnable {

    /** Octets that are written without waiting for the end of the turn. */
    private static final int MOST = FrameBuffers.OCTETS - PeerSettings.LEAST_FRAME - 64;

    /** Answers to frames of control that may wait for a peer that does not read. */
    private static final int MOST_CONTROL = 100;

    /** Octets that may wait below for a peer that does not read; with more, nothing is read from it. */
    private static final int MOST_UNSENT = 1 << 20;

    private final Connection connection;
    private final FrameBuffers spares;
    private @Nullable ByteBuf frames;
    private boolean flushAsked;
    private int control;
    private boolean held;
    private boolean last;

    /** The output of a connection, with nothing to send. */
    public FrameOutput(Connection connection) {
        this.connection = connection;
        this.spares = FrameBuffers.of(connection.loop());
    }

    /** The buffer, which has room for one frame of the usual size and is not kept: others write to it later. */
    public ByteBuf room() {
        ByteBuf present = frames;
        if (present != null && present.writerIndex() >= MOST) {
            flush();
            present = null;
        }
        if (present == null) {
            present = spares.take();
            frames = present;
            if (!flushAsked) {
                flushAsked = true;
                connection.loop().atTurnEnd(this);
            }
        }
        return present;
    }

    /**
     * The buffer for one answer to a frame of control; null when too many wait already, because the peer does not
     * read them.
     */
    public @Nullable ByteBuf roomForControl() {
        if (control >= MOST_CONTROL) {
            flush();
            if (control >= MOST_CONTROL) {
                return null;
            }
        }
        control++;
        return room();
    }

    /**
     * Writes a block of fields as HEADERS, and CONTINUATION when it is long.
     *
     * @param ends true when nothing follows on the stream
     */
    public void block(HeadBuffer block, int stream, boolean ends) {
        int at = 0;
        int type = FrameType.HEADERS;
        int flags = ends ? FrameType.END_STREAM : 0;
        do {
            int count = Math.min(PeerSettings.LEAST_FRAME, block.length() - at);
            boolean last = at + count == block.length();
            ByteBuf out = room();
            FrameWriter.header(out, count, type, last ? flags | FrameType.END_HEADERS : flags, stream);
            out.writeBytes(block.octets(), at, count);
            at += count;
            type = FrameType.CONTINUATION;
            flags = 0;
        } while (at < block.length());
    }

    /** The turn of the loop ends. */
    @Override
    public void run() {
        flushAsked = false;
        flush();
    }

    /**
     * Writes what has gathered. While too much of it waits for the peer, nothing more is read from it: what it sends
     * could have to be answered.
     */
    public void flush() {
        ByteBuf full = frames;
        if (full == null) {
            return;
        }
        frames = null;
        Sent sent;
        try {
            sent = connection.write(full);
        } catch (RuntimeException | OutOfMemoryError e) {
            connection.close();
            throw e;
        } finally {
            spares.give(full);
        }
        if (sent == Sent.ALL) {
            control = 0;
        } else if (sent == Sent.FAILED) {
            connection.close();
        } else if (!last && !connection.paused() && connection.unsent() > MOST_UNSENT) {
            held = true;
            connection.pause();
        }
    }

    /** Writes what has gathered before the connection ends, and reads again if reading was paused. */
    public void flushLast() {
        last = true;
        flush();
        readAgain();
    }

    private void readAgain() {
        if (held) {
            held = false;
            connection.resume();
        }
    }

    /** The peer has taken what waited. */
    public void drained() {
        control = 0;
        readAgain();
    }

    /** Drops what has gathered; the connection is gone. */
    public void drop() {
        if (frames != null) {
            spares.give(frames);
            frames = null;
        }
    }
}
