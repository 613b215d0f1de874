// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.exchange.head.HeldHeads;
import io.evenkeel.dispatcher.frontend.h2.conduct.ClosedStreams;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Preface;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.link.BodyOutput;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a client, one after another: finds out what each one means where the connection stands (RFC 9113 §5.1,
 * §6), and tells the stream or the connection. Threads: the connection's loop.
 */
final class FrameIntake implements HeldHeads.Sender {

    /** Octets that a client may send in all before some are given back. */
    static final int WINDOW = 1 << 20;

    private static final int MOST_EMPTY = 10;

    private final Http2Connection connection;
    private final FrameReader frame = new FrameReader();
    private final HeadIntake heads;
    private HeldHeads.@Nullable HeldHead held;
    private boolean settled;
    private int window = WINDOW;
    private int emptyInRow;
    private int prefaceSeen;

    FrameIntake(Http2Connection connection) {
        this.connection = connection;
        this.heads = new HeadIntake(connection, frame);
    }

    /** Takes the preface, or a part of it. */
    void preface(ByteBuf in) {
        int from = in.readerIndex();
        int count = Math.min(Preface.LENGTH - prefaceSeen, in.readableBytes());
        if (!Preface.matches(in, from, from + count, prefaceSeen)) {
            fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
            return;
        }
        in.skipBytes(count);
        prefaceSeen += count;
        if (prefaceSeen == Preface.LENGTH) {
            connection.greeted();
        }
    }

    /** Takes octets; what is left of them belongs to nobody any more. */
    void take(ByteBuf in, long nowNs) {
        while (connection.reads() && frame.next(in)) {
            frame(in, nowNs);
            if (held != null && !heads.inBlock()) {
                heldIsOver();
            }
        }
        frame.release();
        int octets = frame.held() + heads.held();
        if (!connection.reads()) {
            close();
        } else if (octets > 0) {
            hold(octets, nowNs);
        }
    }

    /** Counts a block that has not come whole, and a frame that was cut, as one head from its first octet on. */
    private void hold(int octets, long nowNs) {
        HeldHeads.HeldHead entry = HeldHeads.of(connection.loop()).hold(held, this, octets, nowNs);
        held = connection.reads() ? entry : null;
    }

    private void heldIsOver() {
        HeldHeads.HeldHead entry = held;
        if (entry != null) {
            held = null;
            HeldHeads.of(connection.loop()).free(entry);
        }
    }

    /** Others need the memory: without the rest of the block no later one could be decoded. */
    @Override
    public void giveUp() {
        fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.HEADS_FULL);
        close();
    }

    /** True between HEADERS and the last CONTINUATION. */
    boolean inBlock() {
        return heads.inBlock();
    }

    /** Gives back all memory. */
    void close() {
        heldIsOver();
        frame.close();
        heads.close();
    }

    private void frame(ByteBuf in, long nowNs) {
        ErrorCode error = frame.error();
        if (error != null && !frame.streamError()) {
            fail(error, error == ErrorCode.FRAME_SIZE_ERROR ? Refusal.H2_FRAME_SIZE : Refusal.H2_PROTOCOL);
            return;
        }
        int type = frame.type();
        if (!settled && (type != FrameType.SETTINGS || frame.has(FrameType.ACK))) {
            fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
            return;
        }
        if (heads.inBlock() != (type == FrameType.CONTINUATION)) {
            fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
            return;
        }
        switch (type) {
            case FrameType.DATA -> data(nowNs);
            case FrameType.HEADERS, FrameType.CONTINUATION -> heads.take(in, nowNs);
            case FrameType.RST_STREAM -> reset(nowNs);
            case FrameType.WINDOW_UPDATE -> windowUpdate(nowNs);
            default -> control(type, error, nowNs);
        }
    }

    /** Frames that carry nothing. */
    private void control(int type, @Nullable ErrorCode error, long nowNs) {
        if (frame.begins() && !connection.glitches().control(nowNs)) {
            fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_FLOOD);
            return;
        }
        switch (type) {
            case FrameType.SETTINGS -> settings();
            case FrameType.PING -> ping();
            case FrameType.PRIORITY -> {
                if (error != null) {
                    connection.streams().error(frame.stream(), error, Refusal.H2_PROTOCOL);
                }
            }
            case FrameType.GOAWAY -> connection.leaves();
            default -> {}
        }
    }

    private void data(long nowNs) {
        int id = frame.stream();
        int counted = frame.taken();
        window -= counted;
        if (window < 0) {
            fail(ErrorCode.FLOW_CONTROL_ERROR, Refusal.H2_FLOW_CONTROL);
            return;
        }
        if (window < WINDOW / 2) {
            FrameWriter.windowUpdate(connection.output().room(), 0, WINDOW - window);
            window = WINDOW;
        }
        boolean ends = frame.ends() && frame.has(FrameType.END_STREAM);
        boolean empty = frame.from() == frame.to();
        if (empty && frame.begins() && frame.ends() && !ends) {
            emptyInRow++;
            if (emptyInRow > MOST_EMPTY || !connection.glitches().control(nowNs)) {
                fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_EMPTY_DATA);
                return;
            }
        } else if (!empty) {
            emptyInRow = 0;
            connection.glitches().worked();
        }
        Http2Stream stream = connection.streams().table().get(id);
        if (stream == null) {
            dataOfNone(id, nowNs);
            return;
        }
        switch (stream.input().data(frame.payload(), frame.from(), frame.to(), counted, ends, nowNs)) {
            case FINE -> {}
            case BEHIND_END -> connection.streams().error(id, ErrorCode.STREAM_CLOSED, Refusal.H2_STREAM_CLOSED);
            case TOO_MUCH -> connection.streams().error(id, ErrorCode.FLOW_CONTROL_ERROR, Refusal.H2_FLOW_CONTROL);
            case BAD_LENGTH -> connection.streams().error(id, ErrorCode.PROTOCOL_ERROR, Refusal.BAD_LENGTH);
        }
    }

    private void dataOfNone(int id, long nowNs) {
        if (isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
        } else if (!connection.streams().drops(id, nowNs)) {
            fail(ErrorCode.STREAM_CLOSED, Refusal.H2_STREAM_CLOSED);
        }
    }

    /** True for a stream that no client has begun; clients begin no even ones. */
    private boolean isIdle(int id) {
        return id > connection.lastStream() || (id & 1) == 0;
    }

    private void reset(long nowNs) {
        int id = frame.stream();
        if (isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
            return;
        }
        Http2Stream stream = connection.streams().table().get(id);
        if (stream != null) {
            stream.gone(null);
            connection.streams().remove(stream, ClosedStreams.How.RESET_THERE);
        }
        if (!connection.glitches().reset(nowNs)) {
            fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_RESETS);
        }
    }

    private void windowUpdate(long nowNs) {
        int id = frame.stream();
        int more = frame.payload().getInt(frame.from()) & Integer.MAX_VALUE;
        if (!connection.glitches().control(nowNs)) {
            fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_FLOOD);
        } else if (id == 0) {
            if (more == 0) {
                fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
            } else if (connection.window().add(more)) {
                connection.waitingStreams().proceed();
            } else {
                fail(ErrorCode.FLOW_CONTROL_ERROR, Refusal.H2_FLOW_CONTROL);
            }
        } else if (isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
        } else {
            windowOf(connection.streams().table().get(id), more);
        }
    }

    private void windowOf(@Nullable Http2Stream stream, int more) {
        if (stream == null) {
            return;
        }
        BodyOutput answer = stream.answer().out();
        if (more == 0) {
            connection.streams().error(stream.id(), ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
        } else if (answer.window().add(more)) {
            connection.waitingStreams().proceed(answer);
        } else {
            connection.streams().error(stream.id(), ErrorCode.FLOW_CONTROL_ERROR, Refusal.H2_FLOW_CONTROL);
        }
    }

    private void settings() {
        settled = true;
        if (frame.has(FrameType.ACK)) {
            connection.glitches().settled();
            return;
        }
        PeerSettings peer = connection.peer();
        int before = peer.window();
        ErrorCode error = null;
        for (int at = frame.from(); error == null && at < frame.to(); at += PeerSettings.SETTING) {
            error = setting(peer, at);
        }
        if (error != null) {
            fail(error, error == ErrorCode.FLOW_CONTROL_ERROR ? Refusal.H2_FLOW_CONTROL : Refusal.H2_PROTOCOL);
            return;
        }
        connection.encoder().peerTableSize(peer.tableSize());
        ByteBuf out = connection.output().roomForControl();
        if (out == null) {
            fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_FLOOD);
            return;
        }
        FrameWriter.settingsAck(out);
        if (peer.window() > before) {
            connection.waitingStreams().proceed();
        }
    }

    /** Takes one setting; one of a kind that comes twice counts twice, in its order (RFC 9113 §6.5.3). */
    private @Nullable ErrorCode setting(PeerSettings peer, int at) {
        int before = peer.window();
        ErrorCode error = peer.read(frame.payload(), at, at + PeerSettings.SETTING);
        return error != null || moveWindows(peer.window() - before) ? error : ErrorCode.FLOW_CONTROL_ERROR;
    }

    /** The first window has changed, and with it all windows there are; false when one is too large now. */
    private boolean moveWindows(int octets) {
        StreamTable streams = connection.streams().table();
        boolean fits = true;
        for (int i = 0; i < streams.slots() && octets != 0; i++) {
            Http2Stream stream = streams.at(i);
            fits &= stream == null || stream.answer().out().window().add(octets);
        }
        return fits;
    }

    private void ping() {
        long data = frame.payload().getLong(frame.from());
        if (frame.has(FrameType.ACK)) {
            connection.away().answered(data);
            return;
        }
        ByteBuf out = connection.output().roomForControl();
        if (out == null) {
            fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_FLOOD);
        } else {
            FrameWriter.ping(out, data, FrameType.ACK);
        }
    }

    private void fail(ErrorCode error, Refusal why) {
        connection.fail(error, why);
    }

    /** Octets that the client may send beyond the window that every connection begins with. */
    static int firstUpdate() {
        return WINDOW - Window.DEFAULT;
    }
}
