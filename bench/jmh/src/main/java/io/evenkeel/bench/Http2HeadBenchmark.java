// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.RequestLimits;
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
import io.evenkeel.dispatcher.http2.head.RequestComposer;
import io.evenkeel.dispatcher.http2.head.ResponseFields;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of the heads of a request of HTTP/2 like a browser's: its block decoded, composed and read as HTTP/1.1, and
 * the answer's head read and encoded; and of all octets between a client's frames and a node's connection.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Http2HeadBenchmark {

    /** Fields as a client sends them again and again, by their numbers in the table, or in full each time. */
    @Param({"indexed", "literal"})
    private String form = "indexed";

    private final HpackDecoder decoder = new HpackDecoder(HpackDecoder.USUAL_TABLE_SIZE);
    private final HpackEncoder encoder = new HpackEncoder();
    private final FieldBlock fields = new FieldBlock();
    private final RequestComposer composer = new RequestComposer(octets -> {});
    private final HeadBuffer composed = new HeadBuffer(4096);
    private final RequestHead requestHead = new RequestHead();
    private final ResponseHead responseHead = new ResponseHead();
    private final ResponseFields responseFields = new ResponseFields(new DateLine(Clock.systemUTC()));
    private final HeadBuffer out = new HeadBuffer(4096);
    private final byte[] answer = SampleHeads.answer();
    private final FrameReader frames = new FrameReader();
    private final ByteBuf written = Unpooled.directBuffer(64 << 10);
    private final ByteBuf body = Unpooled.directBuffer(SampleHeads.BODY).writeZero(SampleHeads.BODY);
    private final HeadBuffer toNode = new HeadBuffer(4096);
    private final Origin origin = origin();
    private ByteBuf read = Unpooled.EMPTY_BUFFER;
    private byte[] fragment = new byte[0];
    private byte[] block = new byte[0];

    private static Origin origin() {
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 443);
        Origin made = new Origin(here, new Origin.OwnAddress(ForwardSettings.DEFAULTS, here, true), false);
        made.speaksHttp2();
        return made;
    }

    /** Fills the table, and makes the block. */
    @Setup
    public void fill() {
        boolean indexed = form.equals("indexed");
        byte[] first = indexed ? SampleHeads.indexing() : SampleHeads.literal();
        fields.begin(RequestLimits.DEFAULTS.head(), RequestLimits.DEFAULTS.fields());
        if (!decoder.decode(first, 0, first.length, fields)) {
            throw new IllegalStateException("malformed");
        }
        block = indexed ? SampleHeads.indexed() : first;
        read = Unpooled.directBuffer(FrameWriter.HEADER + block.length);
        FrameWriter.header(read, block.length, FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 1);
        read.writeBytes(block);
        fragment = new byte[block.length];
        if (withFrames() < SampleHeads.BODY) {
            throw new IllegalStateException("no frames");
        }
        if (!decoded() || composer.compose(fields, true, true, composed) != null || whole() < answer.length) {
            throw new IllegalStateException("refused");
        }
    }

    @Benchmark
    public boolean decoded() {
        fields.begin(RequestLimits.DEFAULTS.head(), RequestLimits.DEFAULTS.fields());
        return decoder.decode(block, 0, block.length, fields);
    }

    @Benchmark
    public int decodedAndComposed() {
        decoded();
        composer.compose(fields, true, true, composed);
        return composed.length();
    }

    @Benchmark
    public int whole() {
        decodedAndComposed();
        int read = requestHead.read(composed.octets(), 0, composed.length(), RequestLimits.DEFAULTS);
        read += responseHead.read(answer, 0, answer.length, RequestLimits.DEFAULTS.head(), SampleHeads.COUNT, false);
        out.clear();
        responseFields.head(responseHead, FieldNames.NONE, encoder, out);
        return read + out.length();
    }

    /** The way from a frame with the head to octets for the node, and from its answer to frames with head and data. */
    @Benchmark
    public int withFrames() {
        read.readerIndex(0);
        if (!frames.next(read)) {
            throw new IllegalStateException("no frame");
        }
        frames.payload().getBytes(frames.from(), fragment);
        fields.begin(RequestLimits.DEFAULTS.head(), RequestLimits.DEFAULTS.fields());
        decoder.decode(fragment, 0, fragment.length, fields);
        frames.release();
        composer.compose(fields, true, true, composed);
        requestHead.read(composed.octets(), 0, composed.length(), RequestLimits.DEFAULTS);
        RequestWriter.write(requestHead, FieldEdits.NONE, null, origin, false, toNode);
        responseHead.read(answer, 0, answer.length, RequestLimits.DEFAULTS.head(), SampleHeads.COUNT, false);
        out.clear();
        responseFields.head(responseHead, FieldNames.NONE, encoder, out);
        written.clear();
        FrameWriter.header(written, out.length(), FrameType.HEADERS, FrameType.END_HEADERS, 1);
        written.writeBytes(out.octets(), 0, out.length());
        FrameWriter.header(written, SampleHeads.BODY, FrameType.DATA, FrameType.END_STREAM, 1);
        written.writeBytes(body, 0, SampleHeads.BODY);
        return toNode.length() + written.writerIndex();
    }
}
