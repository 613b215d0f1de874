// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Preface;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.evenkeel.dispatcher.http2.link.ControlBudget;
import io.evenkeel.dispatcher.http2.link.FrameOutput;
import io.evenkeel.dispatcher.http2.link.LinkInput;
import io.evenkeel.dispatcher.http2.link.LinkOutput;
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

    private final PeerSettings peer = new PeerSettings(true);
    private @Nullable LinkOutput link;

    /**
     * Begins with the preface and the settings of this side.
     *
     * @param block room for a block of fields
     */
    void open(Connection opened, HeadBuffer block, long nowNs) {
        LinkOutput made = new LinkOutput(opened, block, new ControlBudget(nowNs));
        link = made;
        FrameOutput frames = made.frames();
        Preface.write(frames.room());
        FrameWriter.clientSettings(frames.room(), ServerFrames.HEAD);
        FrameWriter.windowUpdate(frames.room(), 0, LinkInput.firstUpdate());
    }

    /** The settings of the server, so far. */
    PeerSettings peer() {
        return peer;
    }

    /** The output of an open connection. */
    LinkOutput link() {
        if (link == null) {
            throw new IllegalStateException("the connection is not open");
        }
        return link;
    }

    HpackEncoder encoder() {
        return link().encoder();
    }

    FrameOutput frames() {
        return link().frames();
    }

    /** Streams that wait until the server takes more. */
    WaitingStreams waiting() {
        return link().waiting();
    }

    private Connection connection() {
        return link().connection();
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

    /** Sends GOAWAY, and closes the connection behind it. */
    void leave(ErrorCode why) {
        FrameWriter.goAway(frames().room(), 0, why);
        frames().flush();
        connection().closeWhenSent();
    }

    /** Drops what has gathered. */
    void drop() {
        if (link != null) {
            link.frames().drop();
        }
    }
}
