// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
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

/**
 * A node of HTTP/2 in memory: one connection that was made to it, on which it sends the frames that a test wants, right
 * or wrong, and tells those that come as one line each, such as {@code HEADERS 1 GET / END} or
 * {@code DATA 1 hello END}.
 */
final class FrameNode {

    static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private static final int ENDS = FrameType.END_STREAM | FrameType.END_HEADERS;

    private final Peer peer;
    private final HpackDecoder decoder = new HpackDecoder(HpackDecoder.USUAL_TABLE_SIZE);
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
    private boolean greeted;
    private int lastAsked;

    private FrameNode(Peer peer) {
        this.peer = peer;
    }

    /** The next connection that was made to the node with a number, which has sent nothing. */
    static FrameNode silent(MemoryStand stand, int number) {
        return new FrameNode(stand.node(number));
    }

    /** The same, with its settings sent and what greets it read: two octets of number and four of value each. */
    static FrameNode of(MemoryStand stand, int number, String settings) {
        FrameNode node = silent(stand, number);
        node.sends(FrameType.SETTINGS, 0, 0, settings);
        return node;
    }

    /** The same on a connection that a test has taken up itself. */
    static FrameNode of(Peer peer, String settings) {
        return new FrameNode(peer).sends(FrameType.SETTINGS, 0, 0, settings);
    }

    /** A node with default settings. */
    static FrameNode of(MemoryStand stand, int number) {
        return of(stand, number, "");
    }

    static String setting(int number, int value) {
        return text(ByteBuffer.allocate(6).putShort((short) number).putInt(value));
    }

    static String number(int value) {
        return text(ByteBuffer.allocate(4).putInt(value));
    }

    private static String text(ByteBuffer octets) {
        return StandardCharsets.ISO_8859_1.decode(octets.rewind()).toString();
    }

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
            out.append('\0').append((char) fields[i].length()).append(fields[i]);
            out.append((char) fields[i + 1].length()).append(fields[i + 1]);
        }
        return out.toString();
    }

    private static String answer(String status, String... more) {
        List<String> fields = new ArrayList<>(List.of(":status", status));
        fields.addAll(List.of(more));
        return block(fields.toArray(new String[0]));
    }

    FrameNode sends(int type, int flags, int stream, String payload) {
        peer.sends(frame(type, flags, stream, payload));
        return this;
    }

    /** Sends the head of an answer. */
    FrameNode heads(int stream, String status, String... more) {
        return sends(FrameType.HEADERS, FrameType.END_HEADERS, stream, answer(status, more));
    }

    /** Sends an answer without a body. */
    FrameNode answers(int stream, String status, String... more) {
        return sends(FrameType.HEADERS, ENDS, stream, answer(status, more));
    }

    /** Sends an answer with a body, all in one read. */
    FrameNode answersWith(int stream, String body) {
        peer.sends(frame(FrameType.HEADERS, FrameType.END_HEADERS, stream, answer("200"))
                + frame(FrameType.DATA, FrameType.END_STREAM, stream, body));
        return this;
    }

    FrameNode trailers(int stream, String... fields) {
        return sends(FrameType.HEADERS, ENDS, stream, block(fields));
    }

    FrameNode data(int stream, String data) {
        return sends(FrameType.DATA, 0, stream, data);
    }

    FrameNode lastData(int stream, String data) {
        return sends(FrameType.DATA, FrameType.END_STREAM, stream, data);
    }

    FrameNode resets(int stream, ErrorCode why) {
        return sends(FrameType.RST_STREAM, 0, stream, number(why.number()));
    }

    FrameNode opens(int stream, int window) {
        return sends(FrameType.WINDOW_UPDATE, 0, stream, number(window));
    }

    FrameNode goesAway(int last, ErrorCode why) {
        return sends(FrameType.GOAWAY, 0, 0, number(last) + number(why.number()));
    }

    /** The highest stream of those whose heads have come. */
    int lastAsked() {
        return lastAsked;
    }

    /** The connection as the node sees it. */
    Peer peer() {
        return peer;
    }

    /** The frames that have come whole since the last call, but those that greet and acknowledge. */
    List<String> got() {
        List<String> frames = all();
        frames.removeIf(frame -> frame.startsWith("SETTINGS") || frame.equals("WINDOW_UPDATE 0 983041"));
        return frames;
    }

    /** All frames that have come whole since the last call. */
    List<String> all() {
        unread.writeBytes(peer.got().getBytes(StandardCharsets.ISO_8859_1));
        ByteBuffer all = ByteBuffer.wrap(unread.toByteArray());
        if (!greeted && all.remaining() >= PREFACE.length()) {
            byte[] preface = new byte[PREFACE.length()];
            all.get(preface);
            greeted = PREFACE.equals(new String(preface, StandardCharsets.ISO_8859_1));
        }
        List<String> frames = new ArrayList<>();
        while (greeted && all.remaining() >= 9) {
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
        lastAsked = type == FrameType.HEADERS ? Math.max(lastAsked, stream) : lastAsked;
        String end = (flags & FrameType.END_STREAM) != 0 ? " END" : "";
        return switch (type) {
            case FrameType.DATA -> "DATA " + stream + " " + new String(payload, StandardCharsets.ISO_8859_1) + end;
            case FrameType.HEADERS -> "HEADERS " + stream + " " + fields(payload) + end;
            case FrameType.RST_STREAM -> "RST_STREAM " + stream + " " + error(octets.getInt());
            case FrameType.SETTINGS -> "SETTINGS" + ((flags & FrameType.ACK) != 0 ? " ACK" : settings(octets));
            case FrameType.PING -> "PING" + ((flags & FrameType.ACK) != 0 ? " ACK " + octets.getLong() : "");
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

    /** Method and path, and all other fields but those that the dispatcher adds. */
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
            if (name.equals(":method") || name.equals(":path")) {
                all.add(value);
            } else if (!name.startsWith("x-forwarded") && !name.equals("forwarded") && !name.equals("via")) {
                all.add(name + "=" + value);
            }
        }
        return String.join(" ", all);
    }

    private static String string(byte[] octets, int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
