// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Frames of HTTP/2 as text: right or wrong ones for a test to send, and those of the other side as one line each, such
 * as {@code HEADERS 1 200} or {@code DATA 1 hello END}.
 */
public final class FrameLines {

    /** The octets with which a client begins. */
    public static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private final UnaryOperator<String> field;
    private final boolean namesPings;
    private final HpackDecoder decoder = new HpackDecoder(HpackDecoder.USUAL_TABLE_SIZE);
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
    private int expected;
    private int lastHead;

    /**
     * Reads the octets of one connection.
     *
     * @param preface false when frames come at once
     * @param field a field as {@code name=value} to what is told of it; nothing when that is empty
     * @param namesPings true to tell the octets of a PING that is no acknowledgement
     */
    public FrameLines(boolean preface, UnaryOperator<String> field, boolean namesPings) {
        this.expected = preface ? PREFACE.length() : 0;
        this.field = field;
        this.namesPings = namesPings;
    }

    /** One setting. */
    public static String setting(int number, int value) {
        return text(ByteBuffer.allocate(6).putShort((short) number).putInt(value));
    }

    /** The octets of a number. */
    public static String number(int value) {
        return text(ByteBuffer.allocate(4).putInt(value));
    }

    private static String text(ByteBuffer octets) {
        return StandardCharsets.ISO_8859_1.decode(octets.rewind()).toString();
    }

    /** A frame. */
    public static String frame(int type, int flags, int stream, String payload) {
        ByteBuffer header = ByteBuffer.allocate(9);
        header.put((byte) (payload.length() >> 16)).putShort((short) payload.length());
        header.put((byte) type).put((byte) flags).putInt(stream);
        return text(header) + payload;
    }

    /** A block of fields, each as name and value, in literals. */
    public static String block(String... fields) {
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

    /** The highest stream of those whose heads have come. */
    public int lastHead() {
        return lastHead;
    }

    /** Takes octets; tells the frames that are whole now. */
    public List<String> take(String octets) {
        unread.writeBytes(octets.getBytes(StandardCharsets.ISO_8859_1));
        ByteBuffer all = ByteBuffer.wrap(unread.toByteArray());
        if (expected > 0 && all.remaining() >= expected) {
            byte[] preface = new byte[expected];
            all.get(preface);
            if (!PREFACE.equals(new String(preface, StandardCharsets.ISO_8859_1))) {
                throw new AssertionError("no preface");
            }
            expected = 0;
        }
        List<String> frames = new ArrayList<>();
        while (expected == 0 && all.remaining() >= 9) {
            int at = all.position();
            int length = all.getInt(at) >>> 8;
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
        lastHead = type == FrameType.HEADERS ? Math.max(lastHead, stream) : lastHead;
        String end = (flags & FrameType.END_STREAM) != 0 ? " END" : "";
        boolean ack = (flags & FrameType.ACK) != 0;
        return switch (type) {
            case FrameType.DATA -> "DATA " + stream + " " + new String(payload, StandardCharsets.ISO_8859_1) + end;
            case FrameType.HEADERS -> "HEADERS " + stream + " " + fields(payload) + end;
            case FrameType.RST_STREAM -> "RST_STREAM " + stream + " " + error(octets.getInt());
            case FrameType.SETTINGS -> "SETTINGS" + (ack ? " ACK" : settings(octets));
            case FrameType.PING -> "PING" + (ack ? " ACK" : "") + (ack || namesPings ? " " + octets.getLong() : "");
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

    private String fields(byte[] block) {
        FieldBlock fields = new FieldBlock();
        fields.begin(100_000, 100);
        if (!decoder.decode(block, 0, block.length, fields)) {
            throw new AssertionError("no block");
        }
        List<String> all = new ArrayList<>();
        for (int i = 0; i < fields.count(); i++) {
            String told = field.apply(string(fields.octets(), fields.nameFrom(i), fields.nameTo(i)) + "="
                    + string(fields.octets(), fields.valueFrom(i), fields.valueTo(i)));
            if (!told.isEmpty()) {
                all.add(told);
            }
        }
        return String.join(" ", all);
    }

    private static String string(byte[] octets, int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
