// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A fuzzer's target: a whole connection of HTTP/2 in memory, with nodes and a clock. Whatever the client and the nodes
 * send, nothing is thrown; what the client gets are frames in a permitted order; the connection goes on or ends with a
 * GOAWAY; another client's request gets its answer; and in the end no task is left at a node.
 *
 * <p>An input is a list of steps: an octet for the kind, and those that the kind takes.
 */
public final class FrameTarget {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static final List<String> ANSWERS = List.of(
            OK,
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\nLink: l\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "5\r\nhello\r\n0\r\nX-T: t\r\n\r\n",
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(20_000),
            "garbage\r\n\r\n",
            "y".repeat(70_000));

    private static final List<String> HEADS = List.of(
            FrameClient.request("GET", "/"),
            FrameClient.request("HEAD", "/"),
            FrameClient.request("POST", "/", "content-length", "5"),
            FrameClient.request("POST", "/", "expect", "100-continue", "te", "trailers"),
            FrameClient.request("OPTIONS", "*", "max-forwards", "0"),
            FrameLines.block("x-trailer", "t"));

    /** The time that a run may pass, which is less than any patience of the bystander. */
    private static final long MOST_MS = 15_000;

    private final byte[] input;
    private final MemoryStand stand = new MemoryStand(2);
    private final FrameClient bystander = FrameClient.of(stand);
    private final Peer answersBystander;
    private final FrameClient client = FrameClient.silent(stand);
    private final List<Peer> nodes = new ArrayList<>();
    private int at;
    private int nextStream = 1;
    private long passedMs;
    private boolean clientIsOver;

    private FrameTarget(byte[] input) {
        this.input = input;
        bystander.gets(1, "/bystander");
        answersBystander = stand.node(1);
    }

    /** Inputs in which most steps are right. */
    public static List<byte[]> seeds() {
        String greeting = "\1\4\0\0\0";
        return List.of(
                        greeting + "\2\0\5\0\0",
                        greeting + "\2\0\2\0\5\0\0\5\1\0\6\u00ff",
                        greeting + "\3\2\4\0\5\1\5\0\0",
                        greeting + "\3\3\5\0\1\4\0\12\0\3\5\5\0\0",
                        greeting + "\2\0\5\0\7\7\12\5\0\7\7\u00ff\1\10\0\0\4\0\1\0\0",
                        greeting + "\1\6\0\0\10abcdefgh\1\6\1\0\10abcdefgh\2\0\1\3\0\1\4\0\0\0\10",
                        greeting + "\3\2\1\0\10\1\3\2hi\1\2\0\1\5\0\0\0\0\1\1\7\0\3\4\0\0\0\0",
                        greeting + "\1\1\0\1\2\u0082\u0086\1\11\4\1\1\u0084\5\0\0",
                        greeting + "\3\2\5\0\4\2\0\5\0\5\5\0\6\40\10\2\0",
                        greeting + "\2\0\2\0\2\0\5\0\3\5\1\4\5\2\10\11",
                        "\0\10whatever\2\0",
                        greeting + "\1\14\u00ff\7\3abc\1\5\0\1\2ab\2\0")
                .stream()
                .map(Wire::bytes)
                .toList();
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        new FrameTarget(octets).run();
    }

    private int octet() {
        return at < input.length ? input[at++] & 0xff : 0;
    }

    private String octets(int count) {
        int to = Math.min(input.length, at + count);
        String text = new String(input, at, to - at, java.nio.charset.StandardCharsets.ISO_8859_1);
        at = to;
        return text;
    }

    private void run() {
        client.peer().sends(FrameLines.PREFACE);
        while (at < input.length) {
            step(octet());
        }
        client.peer().takesAll();
        checkFrames(client.got());
        boolean over = clientIsOver || client.peer().sawEnd() || client.peer().sawReset();
        client.peer().breaks();
        takeNodes();
        nodes.forEach(Peer::breaks);
        stand.pass(Duration.ofMillis(10));
        assertThat(stand.inFlight()).as("tasks left, client over %s", over).isEqualTo(1);
        answersBystander.sends(OK);
        assertThat(bystander.got()).contains("DATA 1 ok END");
        assertThat(stand.inFlight()).isZero();
    }

    private void step(int kind) {
        switch (kind % 11) {
            case 0 -> client.peer().sends(octets(octet()));
            case 1 -> {
                int type = octet() % 13;
                int flags = octet();
                int stream = (octet() % 16) | ((octet() / 200) << 24);
                client.sends(type, flags, stream, octets(octet()));
            }
            case 2 -> head(FrameType.END_STREAM);
            case 3 -> head(0);
            case 4 -> {
                int stream = Math.max(1, nextStream - 2 * (1 + octet() % 4));
                int end = octet() % 2;
                client.sends(FrameType.DATA, end, stream, "d".repeat(octet() * (1 + octet() % 64)));
            }
            case 5 -> node(octet(), octet());
            case 6 -> pass(octet() * 10L);
            case 7 -> {
                int octets = octet();
                client.peer().takes(octets == 255 ? Long.MAX_VALUE : octets * 50L);
            }
            case 8 -> {
                client.peer().ends();
                clientIsOver = true;
            }
            case 9 -> {
                int stream = octet() % 16;
                client.sends(FrameType.WINDOW_UPDATE, 0, stream, FrameLines.number(octet() << (octet() % 24)));
            }
            default -> {
                int value = octet() << (octet() % 24);
                client.sends(FrameType.SETTINGS, 0, 0, FrameLines.setting(octet() % 8, value));
            }
        }
    }

    private void head(int flags) {
        String block = HEADS.get(octet() % HEADS.size());
        client.sends(FrameType.HEADERS, FrameType.END_HEADERS | flags, nextStream, block);
        nextStream += 2;
    }

    private void pass(long millis) {
        long most = Math.min(millis, MOST_MS - passedMs);
        passedMs += most;
        stand.pass(Duration.ofMillis(most));
    }

    private void takeNodes() {
        for (int number = 1; number <= 2; number++) {
            while (!stand.network().isUntouched(number)) {
                nodes.add(stand.node(number));
            }
        }
    }

    private void node(int which, int how) {
        takeNodes();
        if (nodes.isEmpty()) {
            return;
        }
        Peer node = nodes.get(which % nodes.size());
        int choice = how % (ANSWERS.size() + 2);
        if (!node.isOpen()) {
            return;
        }
        if (choice < ANSWERS.size()) {
            node.sends(ANSWERS.get(choice));
        } else if (choice == ANSWERS.size()) {
            node.ends();
        } else {
            node.breaks();
        }
    }

    /** Fails when frames come that may not: behind the end of their stream, or behind a GOAWAY with an error. */
    private void checkFrames(List<String> frames) {
        Set<String> over = new HashSet<>();
        boolean failed = false;
        for (String frame : frames) {
            assertThat(failed).as("behind the end: %s", frames).isFalse();
            String[] words = frame.split(" ", 3);
            switch (words[0]) {
                case "HEADERS", "DATA" -> {
                    assertThat(over).as("%s in %s", frame, frames).doesNotContain(words[1]);
                    if (frame.endsWith(" END")) {
                        over.add(words[1]);
                    }
                }
                case "RST_STREAM" -> {
                    assertThat(over.add(words[1]) || words[2].equals("NO_ERROR"))
                            .as("%s in %s", frame, frames)
                            .isTrue();
                }
                case "GOAWAY" -> failed = !words[2].equals("NO_ERROR");
                default -> assertThat(words[0]).isIn("SETTINGS", "PING", "WINDOW_UPDATE");
            }
        }
        if (!clientIsOver && client.peer().sawEnd()) {
            assertThat(frames).as("why it ended").anyMatch(frame -> frame.startsWith("GOAWAY"));
        }
    }
}
