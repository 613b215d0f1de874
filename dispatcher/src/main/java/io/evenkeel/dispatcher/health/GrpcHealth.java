// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.body.BodyFollower;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One question of gRPC's health checking protocol, {@code grpc.health.v1.Health/Check}, in the form of HTTP/1.1, and
 * its answer.
 *
 * <p>A node passes that answers {@code SERVING}; one that does not know the service, or the protocol, does not. Source:
 * github.com/grpc/grpc, doc/health-checking.md. Threads: the check's loop.
 */
final class GrpcHealth {

    private static final int MOST_HEAD = 64 << 10;
    private static final int MOST_FIELDS = 1000;

    /** An answer has two octets. */
    private static final int MOST_MESSAGE = 4 << 10;

    /** The flag of compression and the length in front of a message. */
    private static final int PREFIX = 5;

    private static final int SERVING = 1;
    private static final String[] STATUSES = {"UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"};
    private static final int NOT_FOUND = 5;
    private static final int UNIMPLEMENTED = 12;

    private final String service;
    private final HeadBuffer octets = new HeadBuffer(256);
    private final HeadBuffer message = new HeadBuffer(16);
    private final BodyFollower body = new BodyFollower();
    private boolean headCame;
    private boolean passed;
    private @Nullable String status;
    private @Nullable String detail;

    /** @param service the service that is asked about, empty for the server as a whole */
    GrpcHealth(String service) {
        this.service = service;
    }

    /**
     * The question.
     *
     * @param rest fields of every check, with the empty line, each with the CR LF of the line before
     */
    byte[] question(String host, String rest) {
        byte[] name = service.getBytes(StandardCharsets.US_ASCII);
        HeadBuffer asked = new HeadBuffer(name.length + 8);
        if (name.length > 0) {
            asked.add((byte) 0x0a);
            varint(name.length, asked);
            asked.add(name);
        }
        String head = "POST /grpc.health.v1.Health/Check HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: application/grpc\r\nTE: trailers\r\nContent-Length: "
                + (PREFIX + asked.length()) + rest;
        HeadBuffer out = new HeadBuffer(head.length() + PREFIX + asked.length());
        out.add(head.getBytes(StandardCharsets.US_ASCII));
        out.add(new byte[] {0, 0, 0, (byte) (asked.length() >> 8), (byte) asked.length()});
        out.add(asked.octets(), 0, asked.length());
        return Arrays.copyOf(out.octets(), out.length());
    }

    private static void varint(int number, HeadBuffer out) {
        int left = number;
        while (left > 0x7f) {
            out.add((byte) (left | 0x80));
            left >>>= 7;
        }
        out.add((byte) left);
    }

    /** Takes octets of the answer. */
    void take(ByteBuf in) {
        while (detail == null && !headCame && in.isReadable()) {
            head(in);
        }
        if (detail == null && headCame) {
            follow(in);
        }
    }

    private void head(ByteBuf in) {
        int before = octets.length();
        int count = Math.min(in.readableBytes(), MOST_HEAD + 1 - before);
        octets.add(in, in.readerIndex(), in.readerIndex() + count);
        ResponseHead head = new ResponseHead();
        int end = head.read(octets.octets(), 0, octets.length(), MOST_HEAD, MOST_FIELDS, false);
        if (end == ResponseHead.REFUSED) {
            decide(false, "the answer is not HTTP");
            return;
        }
        if (end == ResponseHead.INCOMPLETE) {
            in.skipBytes(count);
            return;
        }
        in.skipBytes(end - before);
        octets.clear();
        if (head.isInterim()) {
            return;
        }
        headCame = true;
        if (head.status() != 200) {
            decide(false, "status " + head.status() + ", which is not an answer of gRPC");
            return;
        }
        for (int k = 0; k < head.fields(); k++) {
            field(
                    text(head.octets(), head.nameAt(k), head.nameEnd(k)),
                    text(head.octets(), head.valueAt(k), head.valueEnd(k)));
        }
        body.start(head.framing(), head.contentLength(), MOST_MESSAGE, MOST_HEAD, MOST_FIELDS, FieldNames.NONE);
    }

    private void field(String name, String value) {
        if (name.toLowerCase(Locale.ROOT).equals("grpc-status")) {
            status = value;
        }
    }

    private static String text(byte[] octets, int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private void follow(ByteBuf in) {
        int from = in.readerIndex();
        in.readerIndex(body.follow(in, from, in.writerIndex(), true));
        if (body.refused() || body.tooLarge() || message.length() + body.passEnd() - from > MOST_MESSAGE) {
            decide(false, "the answer is not one of gRPC");
            return;
        }
        message.add(in, from, body.passEnd());
        if (body.done()) {
            HeadBuffer lines = body.trailer();
            for (String line : text(lines.octets(), 0, lines.length()).split("\r\n", -1)) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    field(line.substring(0, colon), line.substring(colon + 1).strip());
                }
            }
            judge();
        }
    }

    private void judge() {
        if (status == null || !status.matches("[0-9]{1,3}")) {
            decide(false, "the answer is not one of gRPC");
        } else if (!status.equals("0")) {
            decide(false, error(status));
        } else {
            int said = served(message.octets(), message.length());
            boolean known = said >= 0 && said < STATUSES.length;
            decide(said == SERVING, known ? STATUSES[said] : "the answer is not one of gRPC");
        }
    }

    private String error(String number) {
        if (number.equals(String.valueOf(UNIMPLEMENTED))) {
            return "it does not know grpc.health.v1.Health; check it with tcp: true";
        }
        return number.equals(String.valueOf(NOT_FOUND))
                ? "it does not know the service '" + service + "'"
                : "status " + number + " of gRPC";
    }

    /** The status in a message, whose only field it is; -1 when it is none. */
    private static int served(byte[] octets, int length) {
        if (length < PREFIX || octets[0] != 0 || length - PREFIX != octets[PREFIX - 1]) {
            return -1;
        }
        if (length == PREFIX) {
            return 0;
        }
        return length == PREFIX + 2 && octets[PREFIX] == 0x08 ? octets[PREFIX + 1] : -1;
    }

    private void decide(boolean newPassed, String newDetail) {
        passed = newPassed;
        detail = newDetail;
    }

    /** True when the node is well, once there is a {@link #detail}. */
    boolean passed() {
        return passed;
    }

    /** The result in words; null while more octets are needed. */
    @Nullable
    String detail() {
        return detail;
    }
}
