// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Preface;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.evenkeel.dispatcher.http2.link.FrameOutput;
import io.evenkeel.dispatcher.http2.link.WaitingStreams;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The way of frames to the server, and what the server has said of how much it takes: its settings and the
 * connection's window. Threads: the connection's loop.
 */
final class ServerOutput {

    private static final int UNHEARD = 16 << 10;

    private final PeerSettings peer = new PeerSettings();
    private final Window window = new Window(Window.DEFAULT);
    private final HpackEncoder encoder = new HpackEncoder();
    private @Nullable Connection connection;
    private @Nullable FrameOutput frames;
    private @Nullable WaitingStreams waiting;

    /** Begins with the preface and the settings of this side. */
    void open(Connection opened) {
        FrameOutput made = new FrameOutput(opened);
        connection = opened;
        frames = made;
        waiting = new WaitingStreams(opened);
        Preface.write(made.room());
        FrameWriter.clientSettings(made.room(), ServerFrames.HEAD);
        FrameWriter.windowUpdate(made.room(), 0, ServerFrames.firstUpdate());
    }

    /** The settings of the server, so far. */
    PeerSettings peer() {
        return peer;
    }

    /** The octets that the server takes on all streams together. */
    Window window() {
        return window;
    }

    HpackEncoder encoder() {
        return encoder;
    }

    FrameOutput frames() {
        if (frames == null) {
            throw new IllegalStateException("the connection is not open");
        }
        return frames;
    }

    /** Streams that wait until the server takes more. */
    WaitingStreams waiting() {
        if (waiting == null) {
            throw new IllegalStateException("the connection is not open");
        }
        return waiting;
    }

    private Connection connection() {
        if (connection == null) {
            throw new IllegalStateException("the connection is not open");
        }
        return connection;
    }

    boolean writable() {
        return connection().writable();
    }

    /** See {@link Connection#sinceSentNs}. */
    long sinceSentNs() {
        return connection().sinceSentNs();
    }

    /** True when octets go over the network in secret. */
    boolean secure() {
        return connection().tls() != null;
    }

    /**
     * Hears what has come and was not received.
     *
     * @return false when the connection is of no use any more
     */
    boolean hearUnheard(ConnectionHandler handler) {
        if (secure()) {
            return connection().quiet();
        }
        ByteBuf octets = ByteBufAllocator.DEFAULT.directBuffer(Connection.HEADROOM + UNHEARD);
        try {
            octets.setIndex(Connection.HEADROOM, Connection.HEADROOM);
            int count = connection().readUnheard(octets);
            if (count > 0) {
                handler.received(octets);
            }
            return count >= 0;
        } finally {
            octets.release();
        }
    }

    /** Says good-bye, and closes the connection behind it. */
    void leave(ErrorCode why) {
        FrameWriter.goAway(frames().room(), 0, why);
        frames().flush();
        connection().closeWhenSent();
    }

    /** Drops what has gathered. */
    void drop() {
        if (frames != null) {
            frames.drop();
        }
    }
}
