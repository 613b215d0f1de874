// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.kit.Message.Field;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP/2 that writes its frames by hand, keeps the windows, and judges every frame that it gets along RFC
 * 9113. Blocks of fields are read by Netty's decoder and written without compression.
 */
public final class StreamClient implements AnyClient {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int HEADER = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PUSH_PROMISE = 5;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int FRAME = 16_384;
    private static final int CANCEL = 8;
    private static final int FIRST_WINDOW = 65_535;

    private final Socket socket;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, 1 << 24);
    private final Map<Integer, StreamAsked> streams = new LinkedHashMap<>();
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();
    private byte[] unread = new byte[0];
    private int unreadFrom;
    private int blockOf;
    private boolean blockEnds;
    private boolean greeted;
    private boolean ended;
    private boolean holds;
    private int next = 1;
    private long window = FIRST_WINDOW;
    private int firstWindow = FIRST_WINDOW;
    private long took;
    private int last = Integer.MAX_VALUE;
    private @Nullable Integer goAway;

    private StreamClient(Socket socket) {
        this.socket = socket;
    }

    /** Connects, by ALPN under TLS, and sends the preface. */
    public static StreamClient to(Door door) throws IOException {
        return to(door, "");
    }

    /** Connects behind a proxy that begins with a header. */
    public static StreamClient to(Door door, String proxyHeader) throws IOException {
        Socket socket = door.socket(proxyHeader, "h2");
        if (socket instanceof TlsSocket secure && !secure.protocol().equals("h2")) {
            throw new AssertionError("ALPN has chosen '" + secure.protocol() + "'");
        }
        StreamClient client = new StreamClient(socket);
        socket.getOutputStream().write(Wire.bytes(PREFACE));
        client.frame(
                SETTINGS,
                0,
                0,
                ByteBuffer.allocate(6).putShort((short) 2).putInt(0).array());
        return client;
    }

    /** Gives no windows back from now on, like a client that reads nothing. */
    public StreamClient holdWindows() {
        holds = true;
        return this;
    }

    @Override
    public Asked begin(Question question, long length) throws IOException {
        List<Field> fields = new ArrayList<>(List.of(
                new Field(":method", question.method()),
                new Field(":scheme", socket instanceof TlsSocket ? "https" : "http"),
                new Field(":path", question.target()),
                new Field(":authority", question.authority())));
        for (Field each : question.fields()) {
            fields.add(new Field(each.name().toLowerCase(Locale.ROOT), each.value()));
        }
        if (length > 0) {
            fields.add(new Field("content-length", String.valueOf(length)));
        }
        return begin(question.method(), fields, length == 0);
    }

    /** Begins a request with any fields, right or wrong. */
    public StreamAsked begin(String method, List<Field> fields, boolean ends) throws IOException {
        StreamAsked made = new StreamAsked(this, next, method, firstWindow);
        streams.put(next, made);
        block(next, fields, ends);
        next += 2;
        return made;
    }

    @Override
    public boolean reusable() {
        return !ended && goAway == null;
    }

    /** Waits for the end of the connection; the error of the GOAWAY that came before it, or -1 when none came. */
    public int end() throws IOException {
        while (!ended) {
            if (!turn(RawClient.PATIENCE_MS)) {
                throw new AssertionError("the connection stays open");
            }
        }
        return goAway == null ? -1 : goAway;
    }

    /** Octets of DATA that have come in all. */
    public long took() {
        return took;
    }

    void block(int stream, List<Field> fields, boolean ends) throws IOException {
        byte[] octets = HeaderBlock.of(fields);
        int type = HEADERS;
        int at = 0;
        do {
            int to = Math.min(octets.length, at + FRAME);
            int flags = (to == octets.length ? END_HEADERS : 0) | (type == HEADERS && ends ? END_STREAM : 0);
            frame(type, flags, stream, Arrays.copyOfRange(octets, at, to));
            type = CONTINUATION;
            at = to;
        } while (at < octets.length);
    }

    /** Sends DATA as the windows allow; less of it when the stream ends before. */
    void data(StreamAsked stream, byte[] octets, boolean ends) throws IOException {
        int at = 0;
        while (at < octets.length || (ends && octets.length == 0)) {
            int count = (int) Math.min(Math.min(octets.length - at, FRAME), Math.min(window, stream.window()));
            if (stream.isOver() || ended) {
                return;
            }
            if (count <= 0 && octets.length > 0) {
                if (!turn(RawClient.PATIENCE_MS)) {
                    throw new AssertionError("no window in time");
                }
                continue;
            }
            boolean all = at + count == octets.length;
            frame(DATA, ends && all ? END_STREAM : 0, stream.id(), Arrays.copyOfRange(octets, at, at + count));
            window -= count;
            stream.moveWindow(-count);
            at += count;
            if (octets.length == 0) {
                return;
            }
        }
    }

    void cancel(int stream) throws IOException {
        frame(RST_STREAM, 0, stream, number(CANCEL));
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    /** Sends a frame, right or wrong. */
    public void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(HEADER + payload.length);
        all.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        all.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        try {
            socket.getOutputStream().write(all.array());
        } catch (IOException e) {
            if (goAway == null) {
                throw e;
            }
        }
    }

    boolean ended() {
        return ended;
    }

    /** Takes one frame, or the end of the connection; false when neither comes in time. */
    boolean turn(int millis) throws IOException {
        if (ended) {
            throw new IOException("the connection has ended");
        }
        ByteBuffer in = ByteBuffer.wrap(unread, unreadFrom, unread.length - unreadFrom);
        if (in.remaining() >= HEADER && in.remaining() - HEADER >= in.getInt(in.position()) >>> 8) {
            int length = in.getInt(in.position()) >>> 8;
            int at = in.position();
            byte[] payload = Arrays.copyOfRange(unread, at + HEADER, at + HEADER + length);
            unreadFrom = at + HEADER + length;
            take(in.get(at + 3), in.get(at + 4) & 0xff, in.getInt(at + 5), payload);
            return true;
        }
        return fill(millis);
    }

    private boolean fill(int millis) throws IOException {
        byte[] some = new byte[64 * 1024];
        int count;
        try {
            socket.setSoTimeout(Math.max(1, millis));
            count = socket.getInputStream().read(some);
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            ended = true;
            return true;
        }
        if (count < 0) {
            must(unread.length == unreadFrom, "the connection ended inside a frame");
            ended = true;
            return true;
        }
        byte[] all = Arrays.copyOfRange(unread, unreadFrom, unread.length + count);
        System.arraycopy(some, 0, all, unread.length - unreadFrom, count);
        unread = all;
        unreadFrom = 0;
        return true;
    }

    static void must(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("malformed: " + otherwise);
        }
    }

    private void take(int type, int flags, int id, byte[] payload) throws IOException {
        must(payload.length <= FRAME, "a frame of " + payload.length + " bytes");
        must(greeted || (type == SETTINGS && (flags & ACK) == 0), "the first frame is of type " + type);
        must((blockOf != 0) == (type == CONTINUATION), "type " + type + " inside a block of fields");
        ByteBuffer octets = ByteBuffer.wrap(payload);
        switch (type) {
            case DATA -> {
                must((flags & PADDED) == 0, "padding");
                took += payload.length;
                stream(id).data(payload, (flags & END_STREAM) != 0);
                if (!holds && payload.length > 0) {
                    frame(WINDOW_UPDATE, 0, 0, number(payload.length));
                    frame(WINDOW_UPDATE, 0, id, number(payload.length));
                }
            }
            case HEADERS, CONTINUATION -> fields(type, flags, id, payload);
            case RST_STREAM -> {
                must(payload.length == 4, "the length of RST_STREAM");
                stream(id).reset(octets.getInt());
            }
            case SETTINGS -> settings(flags, id, octets);
            case PING -> {
                must(payload.length == 8 && id == 0, "PING");
                if ((flags & ACK) == 0) {
                    frame(PING, ACK, 0, payload);
                }
            }
            case GOAWAY -> {
                must(payload.length >= 8 && id == 0, "GOAWAY");
                int newLast = octets.getInt();
                must(newLast <= last, "GOAWAY with a higher stream than before");
                last = newLast;
                goAway = octets.getInt();
                streams.values().stream().filter(each -> each.id() > last).forEach(StreamAsked::notTaken);
            }
            case WINDOW_UPDATE -> {
                int more = octets.getInt();
                must(payload.length == 4 && more > 0, "WINDOW_UPDATE");
                if (id == 0) {
                    window += more;
                } else {
                    stream(id).moveWindow(more);
                }
            }
            default -> must(type != PUSH_PROMISE, "PUSH_PROMISE");
        }
    }

    private void settings(int flags, int id, ByteBuffer octets) throws IOException {
        must(id == 0 && octets.remaining() % 6 == 0, "SETTINGS");
        greeted = true;
        if ((flags & ACK) != 0) {
            return;
        }
        while (octets.hasRemaining()) {
            int name = octets.getShort();
            int value = octets.getInt();
            if (name == 4) {
                int before = firstWindow;
                streams.values().forEach(each -> each.moveWindow(value - before));
                firstWindow = value;
            }
        }
        frame(SETTINGS, ACK, 0, new byte[0]);
    }

    private void fields(int type, int flags, int id, byte[] payload) {
        if (type == HEADERS) {
            must((flags & PADDED) == 0, "padding");
            blockOf = id;
            blockEnds = (flags & END_STREAM) != 0;
            block.reset();
        }
        must(id == blockOf, "a block of fields on two streams");
        block.writeBytes(payload);
        if ((flags & END_HEADERS) != 0) {
            blockOf = 0;
            stream(id).fields(decoded(id), blockEnds);
        }
    }

    private List<Field> decoded(int id) {
        List<Field> fields = new ArrayList<>();
        try {
            for (Map.Entry<CharSequence, CharSequence> each :
                    decoder.decodeHeaders(id, Unpooled.wrappedBuffer(block.toByteArray()))) {
                fields.add(new Field(each.getKey().toString(), each.getValue().toString()));
            }
        } catch (Http2Exception e) {
            throw new AssertionError("malformed: a block of fields", e);
        }
        return fields;
    }

    private StreamAsked stream(int id) {
        StreamAsked stream = streams.get(id);
        if (stream == null) {
            throw new AssertionError("malformed: a frame on stream " + id);
        }
        return stream;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
