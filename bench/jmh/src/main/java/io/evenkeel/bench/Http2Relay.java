// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.RequestWriter;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.evenkeel.dispatcher.http.text.FieldEdits;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.head.RequestComposer;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.link.BlockReader;
import io.evenkeel.dispatcher.http2.link.BlockReader.BlockProgress;
import io.evenkeel.dispatcher.http2.link.BodyOutput;
import io.evenkeel.dispatcher.http2.link.BodyOwner;
import io.evenkeel.dispatcher.http2.link.ControlBudget;
import io.evenkeel.dispatcher.http2.link.LinkOutput;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Clock;

/**
 * A client's connection of HTTP/2 whose requests come in reads of some, and are answered in the same turn of the loop
 * by a node that is octets in memory; the client gives back the connection's window with each read.
 *
 * <p>Threads: the loop's.
 */
final class Http2Relay implements Runnable {

    private static final int MORE_FIELDS = 100;
    private static final int CONNECTION_WINDOW = 1 << 20;
    private static final int STREAM_ID_AT = 5;

    private final Loop loop;
    private final int streams;
    private final Origin origin;
    private final FrameReader frame = new FrameReader();
    private final BlockReader block;
    private final FieldBlock fields = new FieldBlock();
    private final RequestComposer composer = new RequestComposer(octets -> {});
    private final HeadBuffer composed = new HeadBuffer(4096);
    private final RequestHead requestHead = new RequestHead();
    private final HeadBuffer toNode = new HeadBuffer(4096);
    private final byte[] answer = SampleHeads.answer();
    private final ByteBuf body = Unpooled.directBuffer(SampleHeads.BODY).writeZero(SampleHeads.BODY);
    private final ResponseHead responseHead = new ResponseHead();
    private final ResponseFields responseFields = new ResponseFields(new DateLine(Clock.systemUTC()));
    private final SinkConnection sink;
    private final LinkOutput link;
    private final BodyOutput[] answers;
    private final ByteBuf read;
    private final Runnable over;
    private int open;
    private int nextStream = 1;
    private int left;

    /**
     * A connection, with the fields of its requests in the decoder's table.
     *
     * @param indexed true when requests name their fields by number, false when they have them in full
     * @param streams requests in each read
     * @param over told when all requests of {@link #relay} are answered and sent
     */
    Http2Relay(Loop loop, Origin origin, boolean indexed, int streams, Runnable over) {
        this.loop = loop;
        this.origin = origin;
        this.streams = streams;
        this.over = over;
        this.sink = new SinkConnection(loop);
        this.link = new LinkOutput(sink, new HeadBuffer(4096), new ControlBudget(loop.nowNs()));
        this.block = new BlockReader(loop);
        this.answers = new BodyOutput[streams];
        for (int i = 0; i < streams; i++) {
            answers[i] = new BodyOutput(new Untroubled());
        }
        link.window().add(CONNECTION_WINDOW - Window.DEFAULT);
        ByteBuf first = frames(SampleHeads.indexing(), 1);
        take(first);
        first.release();
        answerAll();
        this.read = frames(indexed ? SampleHeads.indexed() : SampleHeads.literal(), streams);
    }

    /** The owner of a stream that never has to wait. */
    private static final class Untroubled implements BodyOwner {

        @Override
        public void takesMore() {
            throw new IllegalStateException("the window is too small");
        }

        @Override
        public void endSent() {
            throw new IllegalStateException("the end had to wait");
        }
    }

    private static ByteBuf frames(byte[] fragment, int streams) {
        ByteBuf made = Unpooled.directBuffer(streams * (FrameWriter.HEADER + fragment.length) + FrameWriter.HEADER + 4);
        FrameWriter.windowUpdate(made, 0, streams * SampleHeads.BODY);
        for (int i = 0; i < streams; i++) {
            FrameWriter.header(
                    made, fragment.length, FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 1);
            made.writeBytes(fragment);
        }
        return made;
    }

    /** Relays so many requests from now on, a multiple of those in a read. */
    void relay(int requests) {
        left = requests;
        loop.execute(this);
    }

    /** Octets that the client got so far. */
    long written() {
        return sink.written();
    }

    /** A turn of the loop: a read comes, and the answers to it. What is written leaves at the turn's end. */
    @Override
    public void run() {
        take(read);
        answerAll();
        left -= streams;
        loop.execute(left > 0 ? this : over);
    }

    private void take(ByteBuf in) {
        long nowNs = loop.nowNs();
        number(in);
        while (frame.next(in)) {
            switch (frame.type()) {
                case FrameType.HEADERS -> request(nowNs);
                case FrameType.WINDOW_UPDATE -> windowUpdate(nowNs);
                default -> throw new IllegalStateException("a frame that nobody has sent");
            }
        }
        frame.release();
    }

    /** Gives the streams of a read their numbers. */
    private void number(ByteBuf in) {
        in.readerIndex(0);
        int at = FrameWriter.HEADER + 4;
        while (at < in.writerIndex()) {
            in.setInt(at + STREAM_ID_AT, nextStream);
            nextStream += 2;
            at += FrameWriter.HEADER + in.getUnsignedMedium(at);
        }
    }

    private void windowUpdate(long nowNs) {
        int more = frame.payload().getInt(frame.from()) & Integer.MAX_VALUE;
        if (!link.budget().take(nowNs) || !link.window().add(more)) {
            throw new IllegalStateException("one frame too many");
        }
        link.waiting().proceed();
    }

    private void request(long nowNs) {
        RequestLimits limits = RequestLimits.DEFAULTS;
        int most = limits.head() + limits.fields() * FieldBlock.FIELD_OVERHEAD;
        if (block.take(frame, fields, most, limits.fields() + MORE_FIELDS, nowNs) != BlockProgress.DONE) {
            throw new IllegalStateException("malformed");
        }
        link.budget().worked();
        BodyOutput stream = answers[open++];
        stream.begin(link, Window.DEFAULT, nowNs);
        stream.id(block.stream());
        if (composer.compose(fields, block.endsStream(), true, composed) != null
                || requestHead.read(composed.octets(), 0, composed.length(), limits) < 0) {
            throw new IllegalStateException("refused");
        }
        RequestWriter.write(requestHead, FieldEdits.NONE, null, origin, false, toNode);
    }

    private void answerAll() {
        for (int i = 0; i < open; i++) {
            int length = responseHead.read(
                    answer, 0, answer.length, RequestLimits.DEFAULTS.head(), RequestLimits.DEFAULTS.fields(), false);
            HeadBuffer room = link.block();
            responseFields.head(responseHead, FieldNames.NONE, link.encoder(), room);
            BodyOutput stream = answers[i];
            stream.head(room, false);
            stream.body(body, 0, SampleHeads.BODY, true);
            if (length != answer.length || !stream.endSent()) {
                throw new IllegalStateException("not answered");
            }
            stream.leave();
            stream.forget();
        }
        open = 0;
    }
}
