// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.link.BlockReader;
import io.evenkeel.dispatcher.http2.link.BodyOutput;
import io.evenkeel.dispatcher.http2.link.LinkInput;
import io.evenkeel.dispatcher.http2.link.LinkOutput;
import io.evenkeel.dispatcher.http2.link.LinkOwner;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a server, one after another: finds out what each one means where the connection stands (RFC 9113 §5.1,
 * §6), and tells the stream or the connection. Threads: the connection's loop.
 */
final class ServerFrames implements LinkOwner {

    /** Octets of the head of an answer that are announced. */
    static final int HEAD = 64 << 10;

    private static final int MOST_FIELDS = 1000;

    private final SharedConnection connection;
    private final LinkInput link;
    private final FrameReader frame;
    private final BlockReader block;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // a part of this object, which only keeps the reference
    ServerFrames(SharedConnection connection) {
        this.connection = connection;
        this.link = new LinkInput(connection.loop(), connection.output().peer(), this);
        this.frame = link.frame();
        this.block = link.block();
    }

    /** Takes octets; what is left of them belongs to nobody any more. */
    void take(ByteBuf in, long nowNs) {
        while (connection.life().isOpen() && frame.next(in)) {
            frame(nowNs);
        }
        connection.waitingHead().tell();
        frame.release();
    }

    /** Gives back all memory. */
    void close() {
        link.close();
    }

    private void frame(long nowNs) {
        if (!link.admits()) {
            return;
        }
        int type = frame.type();
        if (type == FrameType.DATA) {
            data(nowNs);
            return;
        }
        connection.waitingHead().tell();
        switch (type) {
            case FrameType.HEADERS, FrameType.CONTINUATION -> fields(nowNs);
            case FrameType.RST_STREAM -> reset(nowNs);
            default -> link.control(nowNs);
        }
    }

    private void data(long nowNs) {
        if (!link.takesData()) {
            return;
        }
        int id = frame.stream();
        boolean ends = frame.ends() && frame.has(FrameType.END_STREAM);
        if (frame.to() > frame.from()) {
            output().budget().worked();
        } else if (frame.carriesNothing() && !link.pays(nowNs)) {
            return;
        }
        SharedStream stream = connection.streams().get(id);
        if (stream != null) {
            connection.waitingHead().tellUnlessOf(stream.answer());
            stream.answer().data(frame.payload(), frame.from(), frame.to(), frame.taken(), ends);
        } else if (isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR);
        }
    }

    /** Takes a block, which is decoded also when nobody wants it, because the next one builds on it. */
    private void fields(long nowNs) {
        int id = frame.stream();
        if (block.open() ? id != block.stream() : isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR);
            return;
        }
        FieldBlock fields = connection.scratch().fields;
        switch (block.take(frame, fields, HEAD + MOST_FIELDS * FieldBlock.FIELD_OVERHEAD, MOST_FIELDS, nowNs)) {
            case MORE -> {}
            case DONE -> {
                SharedStream stream = connection.streams().get(id);
                boolean paid = (stream != null && isPaid(stream)) || link.pays(nowNs);
                if (paid && stream != null) {
                    stream.answer().fields(fields, block.endsStream());
                }
            }
            case MALFORMED -> fail(ErrorCode.COMPRESSION_ERROR);
            case TOO_LARGE -> fail(ErrorCode.ENHANCE_YOUR_CALM);
        }
    }

    /** True for a block that costs nothing: its request pays for the first one of an answer, and for the last. */
    private boolean isPaid(SharedStream stream) {
        return !stream.answer().begun() || block.endsStream();
    }

    private void reset(long nowNs) {
        if (!link.pays(nowNs)) {
            return;
        }
        int id = frame.stream();
        SharedStream stream = connection.streams().get(id);
        if (stream != null) {
            stream.givenUp(frame.payload().getInt(frame.from()) == ErrorCode.REFUSED_STREAM.number());
        } else if (isIdle(id)) {
            fail(ErrorCode.PROTOCOL_ERROR);
        }
    }

    @Override
    public LinkOutput output() {
        return connection.output().link();
    }

    @Override
    public boolean isIdle(int stream) {
        return connection.streams().isIdle(stream);
    }

    @Override
    public @Nullable BodyOutput sendingHalf(int stream) {
        SharedStream present = connection.streams().get(stream);
        return present == null ? null : present.request().body();
    }

    @Override
    public boolean moveWindows(int most, int octets) {
        return connection.streams().moveWindows(most, octets);
    }

    @Override
    public void settled() {
        connection.life().settle();
    }

    @Override
    public void acknowledged() {}

    /** Anything that a server sends shows that it is there. */
    @Override
    public void answered(long data) {}

    @Override
    public void goesAway(int last) {
        connection.life().goesAway(last);
    }

    @Override
    public void beginsWrong(ErrorCode error) {
        connection.life().close(new NotHttp2Exception("it does not begin with the SETTINGS of HTTP/2"));
    }

    @Override
    public void fail(ErrorCode error) {
        connection.life().fail(error);
    }

    /** Left aside, as in HEADERS: the rule is gone (RFC 9113 §5.3), and the answer is good. */
    @Override
    public void waitsForItself(int stream) {}

    @Override
    public void failStream(int stream, ErrorCode error) {
        SharedStream present = connection.streams().get(stream);
        if (present != null) {
            present.malformed(error);
        }
    }
}
