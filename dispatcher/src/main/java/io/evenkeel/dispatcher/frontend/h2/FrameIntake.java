// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.evenkeel.dispatcher.frontend.h2.conduct.ClosedStreams;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.Preface;
import io.evenkeel.dispatcher.http2.link.BodyOutput;
import io.evenkeel.dispatcher.http2.link.LinkInput;
import io.evenkeel.dispatcher.http2.link.LinkOutput;
import io.evenkeel.dispatcher.http2.link.LinkOwner;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a client, one after another: finds out what each one means where the connection stands (RFC 9113 §5.1,
 * §6), and tells the stream or the connection. Threads: the connection's loop.
 */
final class FrameIntake implements LinkOwner, HeldMemory.Sender {

    private static final int MOST_EMPTY = 10;

    private final Http2Connection connection;
    private final LinkInput link;
    private final FrameReader frame;
    private final HeadIntake heads;
    private HeldMemory.@Nullable HeldEntry held;
    private int emptyInRow;
    private int prefaceSeen;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // a part of this object, which only keeps the reference
    FrameIntake(Http2Connection connection) {
        this.connection = connection;
        this.link = new LinkInput(connection.loop(), connection.peer(), this);
        this.frame = link.frame();
        this.heads = new HeadIntake(connection, link);
    }

    /** Takes the preface, or a part of it. */
    void preface(ByteBuf in) {
        int from = in.readerIndex();
        int count = Math.min(Preface.LENGTH - prefaceSeen, in.readableBytes());
        if (!Preface.matches(in, from, from + count, prefaceSeen)) {
            fail(ErrorCode.PROTOCOL_ERROR);
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
            if (held != null && !inBlock()) {
                heldIsOver();
            }
        }
        frame.release();
        int octets = link.held();
        if (!connection.reads()) {
            close();
        } else if (octets > 0) {
            hold(octets, nowNs);
        }
    }

    /** Counts a block that has not come whole, and a frame that was cut, as one head from its first octet on. */
    private void hold(int octets, long nowNs) {
        HeldMemory all = HeldMemory.heads(connection.loop());
        held = all.hold(held, this, null, octets);
        all.makeRoom(nowNs);
    }

    private void heldIsOver() {
        HeldMemory.HeldEntry entry = held;
        if (entry != null) {
            held = null;
            HeldMemory.heads(connection.loop()).free(entry);
        }
    }

    /** Others need the memory: without the rest of the block no later one could be decoded. */
    @Override
    public void giveUp() {
        heldIsOver();
        try {
            fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.HEADS_FULL);
        } finally {
            close();
        }
    }

    /** True between HEADERS and the last CONTINUATION. */
    boolean inBlock() {
        return link.block().open();
    }

    /** Gives back all memory. */
    void close() {
        heldIsOver();
        link.close();
    }

    private void frame(ByteBuf in, long nowNs) {
        if (link.admits()) {
            switch (frame.type()) {
                case FrameType.DATA -> data(nowNs);
                case FrameType.HEADERS, FrameType.CONTINUATION -> heads.take(in, nowNs);
                case FrameType.RST_STREAM -> reset(nowNs);
                default -> link.control(nowNs);
            }
        }
    }

    private void data(long nowNs) {
        if (!link.takesData()) {
            return;
        }
        int id = frame.stream();
        boolean ends = frame.ends() && frame.has(FrameType.END_STREAM);
        if (frame.carriesNothing()) {
            emptyInRow++;
            if (emptyInRow > MOST_EMPTY || !connection.glitches().control(nowNs)) {
                fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_EMPTY_DATA);
                return;
            }
        } else if (frame.to() > frame.from()) {
            emptyInRow = 0;
            connection.glitches().worked();
        }
        Http2Stream stream = connection.streams().table().get(id);
        if (stream == null) {
            dataOfNone(id, nowNs);
            return;
        }
        switch (stream.input().data(frame.payload(), frame.from(), frame.to(), frame.taken(), ends, nowNs)) {
            case FINE -> {}
            case BEHIND_END -> connection.streams().error(id, ErrorCode.STREAM_CLOSED, Refusal.H2_STREAM_CLOSED);
            case TOO_MUCH -> connection.streams().error(id, ErrorCode.FLOW_CONTROL_ERROR, Refusal.H2_FLOW_CONTROL);
            case BAD_LENGTH -> connection.streams().error(id, ErrorCode.PROTOCOL_ERROR, Refusal.BAD_LENGTH);
        }
    }

    private void dataOfNone(int id, long nowNs) {
        if (isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR);
        } else if (!connection.streams().drops(id, nowNs)) {
            fail(ErrorCode.STREAM_CLOSED, Refusal.H2_STREAM_CLOSED);
        }
    }

    private void reset(long nowNs) {
        int id = frame.stream();
        if (isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR);
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

    @Override
    public LinkOutput output() {
        return connection.link();
    }

    /** True for a stream that no client has begun; clients begin no even ones. */
    @Override
    public boolean isIdle(int stream) {
        return stream > connection.lastStream() || (stream & 1) == 0;
    }

    @Override
    public @Nullable BodyOutput sendingHalf(int stream) {
        Http2Stream present = connection.streams().table().get(stream);
        return present == null ? null : present.answer().out();
    }

    @Override
    public boolean moveWindows(int most, int octets) {
        StreamTable streams = connection.streams().table();
        boolean fits = true;
        for (int i = 0; i < streams.slots(); i++) {
            Http2Stream stream = streams.at(i);
            fits &= stream == null || stream.answer().out().window().move(most, octets);
        }
        return fits;
    }

    @Override
    public void settled() {}

    @Override
    public void acknowledged() {
        connection.glitches().settled();
    }

    @Override
    public void answered(long data) {
        connection.away().answered(data);
    }

    @Override
    public void goesAway(int last) {
        connection.leaves();
    }

    @Override
    public void beginsWrong(ErrorCode error) {
        fail(error);
    }

    @Override
    public void fail(ErrorCode error) {
        fail(error, reason(error));
    }

    private static Refusal reason(ErrorCode error) {
        return switch (error) {
            case ENHANCE_YOUR_CALM -> Refusal.H2_FLOOD;
            case FLOW_CONTROL_ERROR -> Refusal.H2_FLOW_CONTROL;
            case FRAME_SIZE_ERROR -> Refusal.H2_FRAME_SIZE;
            default -> Refusal.H2_PROTOCOL;
        };
    }

    private void fail(ErrorCode error, Refusal why) {
        connection.fail(error, why);
    }

    /** An error, as in HEADERS: RFC 7540 §5.3.1, for which h2spec asks. */
    @Override
    public void waitsForItself(int stream) {
        failStream(stream, ErrorCode.PROTOCOL_ERROR);
    }

    @Override
    public void failStream(int stream, ErrorCode error) {
        connection.streams().error(stream, error, reason(error));
    }
}
