// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryTlsClient;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP/2 in memory: sends the frames that a test wants, right or wrong, and tells those that come as one
 * line each, such as {@code HEADERS 1 200} or {@code DATA 1 hello END}.
 */
final class FrameClient {

    static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    /** The SETTINGS and WINDOW_UPDATE with which every connection begins, and the acknowledgement of ours. */
    static final List<String> GREETING =
            List.of("SETTINGS 3=100 6=65536 8=1", "WINDOW_UPDATE 0 983041", "SETTINGS ACK");

    private final Peer peer;
    private final @Nullable MemoryTlsClient secure;
    private final HpackDecoder decoder = new HpackDecoder(HpackDecoder.USUAL_TABLE_SIZE);
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();

    private FrameClient(Peer peer, @Nullable MemoryTlsClient secure) {
        this.peer = peer;
        this.secure = secure;
    }

    /** A client that has sent nothing. */
    static FrameClient silent(MemoryStand stand) {
        return new FrameClient(stand.client(), null);
    }

    /** A client that has sent its preface, and has seen the dispatcher's. */
    static FrameClient of(MemoryStand stand) {
        return of(stand, "");
    }

    /** The same, with settings: two octets of number and four of value each. */
    static FrameClient of(MemoryStand stand, String settings) {
        FrameClient client = silent(stand);
        client.peer.sends(PREFACE + frame(FrameType.SETTINGS, 0, 0, settings));
        List<String> got = client.got();
        if (got.size() != GREETING.size()) {
            throw new AssertionError(got);
        }
        return client;
    }

    /** A client over TLS that has shaken hands, sent its preface, and seen the dispatcher's. */
    static FrameClient of(MemoryTlsClient secure) {
        FrameClient client = new FrameClient(secure.network(), secure);
        client.writes(PREFACE + frame(FrameType.SETTINGS, 0, 0, ""));
        List<String> got = client.got();
        if (got.size() != GREETING.size()) {
            throw new AssertionError(got);
        }
        return client;
    }

    private void writes(String octets) {
        try {
            if (secure == null) {
                peer.sends(octets);
            } else {
                secure.sends(octets);
            }
        } catch (SSLException e) {
            throw new AssertionError(e);
        }
    }

    private String reads() {
        try {
            return secure == null ? peer.got() : secure.got();
        } catch (SSLException e) {
            throw new AssertionError(e);
        }
    }

    /** One setting. */
    static String setting(int number, int value) {
        return text(ByteBuffer.allocate(6).putShort((short) number).putInt(value));
    }

    /** The octets of a number. */
    static String number(int value) {
        return text(ByteBuffer.allocate(4).putInt(value));
    }

    private static String text(ByteBuffer octets) {
        return StandardCharsets.ISO_8859_1.decode(octets.rewind()).toString();
    }

    /** A frame. */
    static String frame(int type, int flags, int stream, String payload) {
        ByteBuffer header = ByteBuffer.allocate(9);
        header.put((byte) (payload.length() >> 16)).putShort((short) payload.length());
        header.put((byte) type).put((byte) flags).putInt(stream);
        return text(header) + payload;
    }

    /** A block of fields, each as name and value, in literals. */
    static String block(String... fields) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            out.append('\0').append(string(fields[i])).append(string(fields[i + 1]));
        }
        return out.toString();
    }

    private static String string(String octets) {
        int more = octets.length() - 127;
        String length = more < 0
                ? "" + (char) octets.length()
                : "\u007f" + (more < 128 ? "" + (char) more : "" + (char) ((more & 127) | 128) + (char) (more >> 7));
        return length + octets;
    }

    /** The block of a request, with more fields. */
    static String request(String method, String path, String... more) {
        List<String> fields =
                new ArrayList<>(List.of(":method", method, ":scheme", "http", ":path", path, ":authority", "shop"));
        fields.addAll(List.of(more));
        return block(fields.toArray(new String[0]));
    }

    FrameClient sends(int type, int flags, int stream, String payload) {
        writes(frame(type, flags, stream, payload));
        return this;
    }

    /** Sends a block of fields as HEADERS and, when it is long, CONTINUATION. */
    FrameClient sendsBlock(int flags, int stream, String block) {
        int most = 16_000;
        int at = Math.min(most, block.length());
        int whole = at == block.length() ? FrameType.END_HEADERS : 0;
        sends(FrameType.HEADERS, flags | whole, stream, block.substring(0, at));
        while (at < block.length()) {
            int end = Math.min(at + most, block.length());
            int last = end == block.length() ? FrameType.END_HEADERS : 0;
            sends(FrameType.CONTINUATION, last, stream, block.substring(at, end));
            at = end;
        }
        return this;
    }

    /** Sends a whole GET. */
    FrameClient gets(int stream, String path) {
        return sends(FrameType.HEADERS, FrameType.END_STREAM | FrameType.END_HEADERS, stream, request("GET", path));
    }

    /** Sends the head of a POST. */
    FrameClient posts(int stream, String path, String... more) {
        return sends(FrameType.HEADERS, FrameType.END_HEADERS, stream, request("POST", path, more));
    }

    FrameClient data(int stream, String data) {
        return sends(FrameType.DATA, 0, stream, data);
    }

    FrameClient lastData(int stream, String data) {
        return sends(FrameType.DATA, FrameType.END_STREAM, stream, data);
    }

    FrameClient resets(int stream) {
        return sends(FrameType.RST_STREAM, 0, stream, number(ErrorCode.CANCEL.number()));
    }

    FrameClient opens(int stream, int window) {
        return sends(FrameType.WINDOW_UPDATE, 0, stream, number(window));
    }

    /** The connection as the client sees it. */
    Peer peer() {
        return peer;
    }

    /** The frames that have come whole since the last call. */
    List<String> got() {
        unread.writeBytes(reads().getBytes(StandardCharsets.ISO_8859_1));
        ByteBuffer all = ByteBuffer.wrap(unread.toByteArray());
        List<String> frames = new ArrayList<>();
        while (all.remaining() >= 9) {
            int at = all.position();
            int length = (all.getInt(at) >>> 8);
            if (all.remaining() < 9 + length) {
                break;
            }
            byte[] payload = new byte[length];
            all.position(at + 9).get(payload);
            frames.add(told(all.get(at + 3), all.get(at + 4), all.getInt(at + 5), payload));
        }
        byte[] rest = new byte[all.remaining()];
        all.get(rest);
        unread.reset();
        unread.writeBytes(rest);
        return frames;
    }

    private String told(int type, int flags, int stream, byte[] payload) {
        ByteBuffer octets = ByteBuffer.wrap(payload);
        String end = (flags & FrameType.END_STREAM) != 0 ? " END" : "";
        return switch (type) {
            case FrameType.DATA -> "DATA " + stream + " " + new String(payload, StandardCharsets.ISO_8859_1) + end;
            case FrameType.HEADERS -> "HEADERS " + stream + " " + fields(payload) + end;
            case FrameType.RST_STREAM -> "RST_STREAM " + stream + " " + error(octets.getInt());
            case FrameType.SETTINGS -> "SETTINGS" + ((flags & FrameType.ACK) != 0 ? " ACK" : settings(octets));
            case FrameType.PING -> "PING " + octets.getLong() + ((flags & FrameType.ACK) != 0 ? " ACK" : "");
            case FrameType.GOAWAY -> "GOAWAY " + octets.getInt() + " " + error(octets.getInt());
            case FrameType.WINDOW_UPDATE -> "WINDOW_UPDATE " + stream + " " + octets.getInt();
            default -> "frame " + type;
        };
    }

    private static ErrorCode error(int number) {
        return Arrays.stream(ErrorCode.values())
                .filter(error -> error.number() == number)
                .findFirst()
                .orElseThrow();
    }

    private static String settings(ByteBuffer octets) {
        StringBuilder all = new StringBuilder();
        while (octets.hasRemaining()) {
            all.append(' ').append(octets.getShort()).append('=').append(octets.getInt());
        }
        return all.toString();
    }

    /** The status, and all other fields but the date. */
    private String fields(byte[] block) {
        FieldBlock fields = new FieldBlock();
        fields.begin(100_000, 100);
        if (!decoder.decode(block, 0, block.length, fields)) {
            throw new AssertionError("no block");
        }
        List<String> all = new ArrayList<>();
        for (int i = 0; i < fields.count(); i++) {
            String name = string(fields.octets(), fields.nameFrom(i), fields.nameTo(i));
            String value = string(fields.octets(), fields.valueFrom(i), fields.valueTo(i));
            if (name.equals(":status")) {
                all.add(value);
            } else if (!name.equals("date")) {
                all.add(name + "=" + value);
            }
        }
        return String.join(" ", all);
    }

    private static String string(byte[] octets, int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
