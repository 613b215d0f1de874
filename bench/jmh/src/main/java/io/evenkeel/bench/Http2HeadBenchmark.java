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
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

    private static final int BODY = 1024;
    private static final int LITERAL = 0;
    private static final int INDEXING = 0x40;
    private static final int INDEXED = 0x80;
    private static final int NEWEST = 62;
    private static final int LONG = 127;

    private static final String[][] FIELDS = {
        {":method", "GET"},
        {":scheme", "https"},
        {":authority", "shop.example.org"},
        {":path", "/catalogue/item?id=4711&colour=blue"},
        {"user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"},
        {"accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
        {"accept-language", "en-GB,en;q=0.5"},
        {"accept-encoding", "gzip, deflate, br, zstd"},
        {"referer", "https://shop.example.org/catalogue"},
        {"cookie", "JSESSIONID=5f0c1e7ab29d4c6688f3e1d02a9b7c45.n3"},
        {"cookie", "consent=1"},
        {"te", "trailers"}
    };

    private static final String ANSWER = """
            HTTP/1.1 200 OK
            Server: Apache-Coyote/1.1
            Date: Mon, 21 Oct 2013 20:13:21 GMT
            Content-Type: text/html;charset=UTF-8
            Content-Length: 1024
            Cache-Control: private, no-cache
            ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
            Vary: Accept-Encoding
            Keep-Alive: timeout=20
            Connection: keep-alive

            """;

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
    private final byte[] answer = ANSWER.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
    private final FrameReader frames = new FrameReader();
    private final ByteBuf written = Unpooled.directBuffer(64 << 10);
    private final ByteBuf body = Unpooled.directBuffer(BODY).writeZero(BODY);
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
        byte[] first = block(indexed ? INDEXING : LITERAL);
        fields.begin(RequestLimits.DEFAULTS.head(), RequestLimits.DEFAULTS.fields());
        if (!decoder.decode(first, 0, first.length, fields)) {
            throw new IllegalStateException("malformed");
        }
        block = first;
        if (indexed) {
            block = new byte[FIELDS.length];
            for (int k = 0; k < FIELDS.length; k++) {
                block[k] = (byte) (INDEXED + NEWEST + FIELDS.length - 1 - k);
            }
        }
        read = Unpooled.directBuffer(FrameWriter.HEADER + block.length);
        FrameWriter.header(read, block.length, FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 1);
        read.writeBytes(block);
        fragment = new byte[block.length];
        if (withFrames() < BODY) {
            throw new IllegalStateException("no frames");
        }
        if (!decoded() || composer.compose(fields, true, true, composed) != null || whole() < answer.length) {
            throw new IllegalStateException("refused");
        }
    }

    private static byte[] block(int form) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        for (String[] field : FIELDS) {
            octets.write(form);
            for (String text : field) {
                if (text.length() >= LONG) {
                    throw new IllegalStateException("too long for one octet");
                }
                octets.write(text.length());
                octets.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return octets.toByteArray();
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
        read += responseHead.read(answer, 0, answer.length, RequestLimits.DEFAULTS.head(), FIELDS.length, false);
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
        RequestWriter.write(requestHead, FieldEdits.NONE, origin, toNode);
        responseHead.read(answer, 0, answer.length, RequestLimits.DEFAULTS.head(), FIELDS.length, false);
        out.clear();
        responseFields.head(responseHead, FieldNames.NONE, encoder, out);
        written.clear();
        FrameWriter.header(written, out.length(), FrameType.HEADERS, FrameType.END_HEADERS, 1);
        written.writeBytes(out.octets(), 0, out.length());
        FrameWriter.header(written, BODY, FrameType.DATA, FrameType.END_STREAM, 1);
        written.writeBytes(body, 0, BODY);
        return toNode.length() + written.writerIndex();
    }
}
