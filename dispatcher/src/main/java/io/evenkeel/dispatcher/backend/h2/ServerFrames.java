// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.link.BlockReader;
import io.evenkeel.dispatcher.http2.link.ControlBudget;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a server, one after another: finds out what each one means where the connection stands (RFC 9113 §5.1,
 * §6), and tells the stream or the connection. Threads: the connection's loop.
 */
final class ServerFrames {

    /** Octets that a server may send in all before some are given back. */
    static final int WINDOW = 1 << 20;

    /** Octets of the head of an answer that are announced. */
    static final int HEAD = 64 << 10;

    private static final int MOST_FIELDS = 1000;

    private final SharedConnection connection;
    private final FrameReader frame = new FrameReader();
    private final BlockReader block;
    private final ControlBudget budget;
    private boolean settled;
    private int window = WINDOW;

    ServerFrames(SharedConnection connection, long nowNs) {
        this.connection = connection;
        this.block = new BlockReader(connection.loop());
        this.budget = new ControlBudget(nowNs);
    }

    /** Octets by which the first window of the connection is made larger. */
    static int firstUpdate() {
        return WINDOW - Window.DEFAULT;
    }

    /** Takes octets; what is left of them belongs to nobody any more. */
    void take(ByteBuf in, long nowNs) {
        while (connection.isOpen() && frame.next(in)) {
            frame(nowNs);
        }
        connection.waitingHead().tell();
        frame.release();
    }

    /** Gives back all memory. */
    void close() {
        frame.close();
        block.close();
    }

    /** The frames that carry nothing. */
    ControlBudget budget() {
        return budget;
    }

    private void frame(long nowNs) {
        ErrorCode error = frame.error();
        int type = frame.type();
        if (!settled && (type != FrameType.SETTINGS || frame.has(FrameType.ACK) || error != null)) {
            connection.notHttp2("it does not begin with the SETTINGS of HTTP/2");
            return;
        }
        if (error != null && !frame.streamError()) {
            connection.fail(error);
            return;
        }
        if (block.open() != (type == FrameType.CONTINUATION)) {
            connection.fail(ErrorCode.PROTOCOL_ERROR);
            return;
        }
        switch (type) {
            case FrameType.DATA -> data(nowNs);
            case FrameType.HEADERS, FrameType.CONTINUATION -> {
                connection.waitingHead().tell();
                fields(nowNs);
            }
            default -> {
                connection.waitingHead().tell();
                control(type, nowNs);
            }
        }
    }

    /** Frames that carry nothing. */
    private void control(int type, long nowNs) {
        if (frame.begins() && !budget.take(nowNs)) {
            connection.fail(ErrorCode.ENHANCE_YOUR_CALM);
            return;
        }
        switch (type) {
            case FrameType.SETTINGS -> settings();
            case FrameType.PING -> ping();
            case FrameType.RST_STREAM -> reset();
            case FrameType.WINDOW_UPDATE -> windowUpdate();
            case FrameType.GOAWAY -> {
                int last = frame.payload().getInt(frame.from()) & Integer.MAX_VALUE;
                connection.goesAway(last);
            }
            default -> {}
        }
    }

    private void data(long nowNs) {
        int id = frame.stream();
        int counted = frame.taken();
        boolean ends = frame.ends() && frame.has(FrameType.END_STREAM);
        window -= counted;
        if (window < 0) {
            connection.fail(ErrorCode.FLOW_CONTROL_ERROR);
            return;
        }
        if (window < WINDOW / 2) {
            FrameWriter.windowUpdate(connection.output().frames().room(), 0, WINDOW - window);
            window = WINDOW;
        }
        if (frame.to() > frame.from()) {
            budget.worked();
        } else if (!ends && frame.begins() && !budget.take(nowNs)) {
            connection.fail(ErrorCode.ENHANCE_YOUR_CALM);
            return;
        }
        SharedStream stream = connection.streams().get(id);
        if (stream != null) {
            connection.waitingHead().tellUnlessOf(stream.answer());
            stream.answer().data(frame.payload(), frame.from(), frame.to(), counted, ends);
        } else if (connection.streams().isIdle(id)) {
            connection.fail(ErrorCode.PROTOCOL_ERROR);
        }
    }

    /** Takes a block, which is decoded also when nobody wants it, because the next one builds on it. */
    private void fields(long nowNs) {
        int id = frame.stream();
        if (block.open() ? id != block.stream() : connection.streams().isIdle(id)) {
            connection.fail(ErrorCode.PROTOCOL_ERROR);
            return;
        }
        FieldBlock fields = connection.scratch().fields;
        switch (block.take(frame, fields, HEAD + MOST_FIELDS * FieldBlock.FIELD_OVERHEAD, MOST_FIELDS, nowNs)) {
            case MORE -> {}
            case DONE -> {
                SharedStream stream = connection.streams().get(id);
                if (stream == null ? !budget.take(nowNs) : !heads(stream, nowNs)) {
                    connection.fail(ErrorCode.ENHANCE_YOUR_CALM);
                } else if (stream != null) {
                    stream.answer().fields(fields, block.endsStream());
                }
            }
            case MALFORMED -> connection.fail(ErrorCode.COMPRESSION_ERROR);
            case TOO_LARGE -> connection.fail(ErrorCode.ENHANCE_YOUR_CALM);
        }
    }

    /** False when there are too many blocks; the first one of an answer is paid by its request. */
    private boolean heads(SharedStream stream, long nowNs) {
        return !stream.answer().begun() || block.endsStream() || budget.take(nowNs);
    }

    private void reset() {
        int id = frame.stream();
        SharedStream stream = connection.streams().get(id);
        if (stream != null) {
            stream.givenUp(frame.payload().getInt(frame.from()) == ErrorCode.REFUSED_STREAM.number());
        } else if (connection.streams().isIdle(id)) {
            connection.fail(ErrorCode.PROTOCOL_ERROR);
        }
    }

    private void windowUpdate() {
        int id = frame.stream();
        int more = frame.payload().getInt(frame.from()) & Integer.MAX_VALUE;
        if (id == 0) {
            if (more == 0) {
                connection.fail(ErrorCode.PROTOCOL_ERROR);
            } else if (connection.output().window().add(more)) {
                connection.output().waiting().proceed();
            } else {
                connection.fail(ErrorCode.FLOW_CONTROL_ERROR);
            }
            return;
        }
        SharedStream stream = connection.streams().get(id);
        if (stream == null) {
            if (connection.streams().isIdle(id)) {
                connection.fail(ErrorCode.PROTOCOL_ERROR);
            }
        } else if (more == 0) {
            stream.malformed(ErrorCode.PROTOCOL_ERROR);
        } else if (stream.request().body().window().add(more)) {
            connection.output().waiting().proceed(stream.request().body());
        } else {
            stream.malformed(ErrorCode.FLOW_CONTROL_ERROR);
        }
    }

    private void settings() {
        if (frame.has(FrameType.ACK)) {
            return;
        }
        PeerSettings peer = connection.output().peer();
        int before = peer.window();
        ErrorCode error = null;
        for (int at = frame.from(); error == null && at < frame.to(); at += PeerSettings.SETTING) {
            error = setting(peer, at);
        }
        ByteBuf out = error == null ? connection.output().frames().roomForControl() : null;
        if (out == null) {
            connection.fail(error == null ? ErrorCode.ENHANCE_YOUR_CALM : error);
            return;
        }
        connection.output().encoder().peerTableSize(peer.tableSize());
        FrameWriter.settingsAck(out);
        if (peer.window() > before) {
            connection.output().waiting().proceed();
        }
        settled = true;
        connection.settle();
    }

    /** Takes one setting; one of a kind that comes twice counts twice, in its order (RFC 9113 §6.5.3). */
    private @Nullable ErrorCode setting(PeerSettings peer, int at) {
        int before = peer.window();
        ErrorCode error = peer.read(frame.payload(), at, at + PeerSettings.SETTING);
        boolean fits = error != null || connection.streams().moveWindows(peer.window() - before);
        return fits ? error : ErrorCode.FLOW_CONTROL_ERROR;
    }

    private void ping() {
        long data = frame.payload().getLong(frame.from());
        if (frame.has(FrameType.ACK)) {
            return;
        }
        ByteBuf out = connection.output().frames().roomForControl();
        if (out == null) {
            connection.fail(ErrorCode.ENHANCE_YOUR_CALM);
        } else {
            FrameWriter.ping(out, data, FrameType.ACK);
        }
    }
}
