// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.AnswerCheck;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.Wire;
import io.evenkeel.dispatcher.node.AdminState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A fuzzer's target: connections of HTTP/2 to a node that sends what it likes, with clients of HTTP/1.1 and a clock, in
 * memory. Whatever comes, nothing is thrown; what nodes get are the preface and frames that can be read; each client
 * gets well-formed answers, with nothing of the answers of others; a request at another node gets its answer; and in
 * the end no task is left.
 *
 * <p>An input is a list of steps: an octet for the kind, and those that the kind takes.
 */
public final class NodeFrameTarget {

    private static final int CLIENTS = 6;
    private static final int HONEST = 1;
    private static final int HOSTILE = 2;

    /** The letter of a request at the other node, which is sent to no third: its node says nothing for long. */
    private static final String BYSTANDER = "z";

    /** The time that a run may pass, which is less than any patience of the bystander. */
    private static final long MOST_MS = 15_000;

    private final byte[] input;
    private final MemoryStand stand = new MemoryStand(2, front -> {}, back -> {
        back.protocol = NodeProtocol.H2;
        back.policy = (task, nodes) -> nodes.at(nodes.count() - 1);
    });
    private final Peer bystander;
    private final List<Talk> honest = new ArrayList<>();
    private final List<Talk> hostile = new ArrayList<>();
    private final List<Client> present = new ArrayList<>();
    private final List<Client> all = new ArrayList<>();
    private int at;
    private long passedMs;
    private boolean greets = true;
    private boolean letters = true;

    /** A connection to a node, and the letters of those whose its streams are. */
    private static final class Talk {
        private final Peer peer;
        private final FrameLines lines = new FrameLines(true, field -> field, true);
        private final Map<Integer, String> letters = new HashMap<>();

        Talk(Peer peer) {
            this.peer = peer;
        }

        /**
         * Reads what has come; a frame that cannot be read fails. Tells the streams that are new.
         *
         * @param answersPings as an honest node does
         */
        List<Integer> hear(boolean answersPings) {
            List<Integer> streams = new ArrayList<>();
            for (String frame : lines.take(peer.got())) {
                if (answersPings && frame.startsWith("PING ") && !frame.startsWith("PING ACK")) {
                    long data = Long.parseLong(frame.substring(5));
                    sends(
                            FrameType.PING,
                            FrameType.ACK,
                            0,
                            FrameLines.number((int) (data >> 32)) + FrameLines.number((int) data));
                }
                int path = frame.indexOf(":path=/");
                if (path > 0) {
                    int stream = Integer.parseInt(frame.split(" ", 3)[1]);
                    letters.put(stream, frame.substring(path + 7, path + 8));
                    streams.add(stream);
                }
            }
            return streams;
        }

        /** A stream that is not far from the newest, or is none. */
        int stream(int choice) {
            return Math.max(0, lines.lastHead() + 2 - 2 * (choice % 8)) + (choice > 250 ? 1 : 0);
        }

        /** The letter of a stream whose head has been read. */
        String letter(int stream) {
            return letters.getOrDefault(stream, AnswerCheck.NOBODY);
        }

        void sends(int type, int flags, int stream, String payload) {
            peer.sends(FrameLines.frame(type, flags, stream, payload));
        }
    }

    /** A client: its connection and all that came on it. */
    private static final class Client {
        private final Peer peer;
        private final AnswerCheck check;
        private final StringBuilder got = new StringBuilder();
        /** It has sent a part of a body, and must send the rest first. */
        private boolean half;

        Client(Peer peer, String letter) {
            this.peer = peer;
            this.check = new AnswerCheck(letter);
        }
    }

    private NodeFrameTarget(byte[] input) {
        this.input = input;
        stand.want(HOSTILE, AdminState.MAINT);
        bystander = stand.client();
        bystander.sends("POST /" + BYSTANDER + " HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n\r\n");
        listen();
        stand.want(HOSTILE, AdminState.READY);
    }

    /** Inputs in which most steps are right. */
    public static List<byte[]> seeds() {
        String get = "\2\0\0";
        String two = "\2\0\5";
        return List.of(
                        get + "\3\0\1\0\4\0\1\5\1",
                        get + "\3\0\1\1",
                        get + "\3\0\1\2\4\0\1\3\0\4\0\1\3\1",
                        get + "\3\0\1\3\4\0\1\2\1",
                        get + "\3\0\1\4\3\0\1\0\4\0\1\2\0\3\0\1\5",
                        "\2\1\1\3\0\1\1\2\2\2\3\0\1\0\4\0\1\3\1",
                        "\2\2\3\3\0\1\0\2\2\6\4\0\1\3\1\11\0\1\40\3",
                        two + "\13\0\1\21\13\0\1\30",
                        get + "\2\1\0\2\2\0\3\0\1\0\3\0\2\0\3\0\3\0\4\0\3\2\1\4\0\2\2\1\4\0\1\2\1",
                        get + "\5\0\0\3\0\1\0\4\0\1\377\0\5\0\1\4\0\1\2\1",
                        get + "\1\0\3\0\1\4\0\0\0\10\2\0\0\1\0\7\0\0\10\0\0\0\1\0\0\0\0",
                        get + "\12\0\3\1\0\2\1\0\2\2\0\12\0\4\1\20\3\0\1\1\3\0\2\1",
                        "\14" + get + "\12\0\3\144\0\3\0\1\1\1\0\6\0\0\10abcdefgh",
                        get + "\10\0\0" + get + "\3\0\1\0\10\0\1\6\377" + get,
                        get + "\0\0\11\0\0\0\1\4\0\0\0\1\6\377\2\1\5\3\0\1\0\6\377\7\0\3")
                .stream()
                .map(Wire::bytes)
                .toList();
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        new NodeFrameTarget(octets).run();
    }

    private int octet() {
        return at < input.length ? input[at++] & 0xff : 0;
    }

    private String octets(int count) {
        int to = Math.min(input.length, at + count);
        String text = Wire.text(input).substring(at, to);
        at = to;
        return text;
    }

    private void run() {
        while (at < input.length) {
            step(octet());
            listen();
        }
        for (Client each : all) {
            each.peer.takesAll();
            each.got.append(each.peer.got());
            each.check.checks(each.got.toString(), letters);
            each.peer.breaks();
        }
        listen();
        assertThat(bystander.got()).as("before its answer").isEmpty();
        assertThat(stand.inFlight()).as("tasks left").isEqualTo(1);
        honest.get(0).sends(FrameType.HEADERS, FrameType.END_STREAM | FrameType.END_HEADERS, 1, head(BYSTANDER));
        assertThat(bystander.got()).startsWith("HTTP/1.1 200 ");
        assertThat(stand.inFlight()).isZero();
    }

    /** Lets nodes read, and the honest one answer. */
    private void listen() {
        while (!stand.network().isUntouched(HONEST)) {
            Talk talk = new Talk(stand.node(HONEST));
            talk.sends(FrameType.SETTINGS, 0, 0, "");
            honest.add(talk);
        }
        while (!stand.network().isUntouched(HOSTILE)) {
            Talk talk = new Talk(stand.node(HOSTILE));
            if (greets) {
                talk.sends(FrameType.SETTINGS, 0, 0, "");
            }
            hostile.add(talk);
        }
        hostile.forEach(each -> each.hear(false));
        for (Talk each : honest) {
            for (int stream : each.hear(true)) {
                String letter = each.letter(stream);
                if (!letter.equals(BYSTANDER)) {
                    each.sends(FrameType.HEADERS, FrameType.END_STREAM | FrameType.END_HEADERS, stream, head(letter));
                }
            }
        }
    }

    private static String head(String letter, String... more) {
        return FrameLines.block(":status", "200", "x-c", letter) + FrameLines.block(more);
    }

    private void step(int kind) {
        switch (kind % 13) {
            case 2 -> asks(client(octet()), octet());
            case 5 -> stalls(client(octet()), octet());
            case 6 -> pass(octet() * 10L);
            case 12 -> greets = !greets;
            default -> {
                Talk talk = talk(octet());
                if (talk != null) {
                    node(talk, kind % 13);
                }
            }
        }
    }

    /** A connection to the hostile node; the newest is 0, null when there is none or it is over. */
    private @Nullable Talk talk(int which) {
        Talk talk = hostile.isEmpty() ? null : hostile.get(hostile.size() - 1 - which % hostile.size());
        return talk != null && talk.peer.isOpen() ? talk : null;
    }

    private Client client(int which) {
        int k = which % CLIENTS;
        while (present.size() <= k) {
            present.add(arrives(present.size()));
        }
        if (!present.get(k).peer.isOpen()) {
            present.set(k, arrives(k));
        }
        return present.get(k);
    }

    private Client arrives(int k) {
        Client made = new Client(stand.client(), String.valueOf((char) ('a' + k)));
        all.add(made);
        return made;
    }

    private void asks(Client client, int how) {
        if (client.half) {
            client.half = false;
            client.peer.sends("half");
            return;
        }
        String letter = String.valueOf((char) ('a' + present.indexOf(client)));
        switch (how % 7) {
            case 1 -> asks(client, "HEAD", letter, "\r\n");
            case 2 -> asks(client, "POST", letter, "Content-Length: 5\r\n\r\nhello");
            case 3 -> {
                asks(client, "POST", letter, "Content-Length: 8\r\n\r\nhalf");
                client.half = true;
            }
            case 4 ->
                asks(client, "POST", letter, "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: t\r\n\r\n");
            case 5 -> {
                client.check.asks("GET");
                client.check.asks("GET");
                String get = "GET /" + letter + " HTTP/1.1\r\nHost: shop\r\n\r\n";
                client.peer.sends(get + get);
            }
            case 6 -> {
                String body = "b".repeat(70_000);
                asks(client, "POST", letter, "Content-Length: " + body.length() + "\r\n\r\n" + body);
            }
            default -> asks(client, "GET", letter, "\r\n");
        }
    }

    private static void asks(Client client, String method, String letter, String rest) {
        client.check.asks(method);
        client.peer.sends(method + " /" + letter + " HTTP/1.1\r\nHost: shop\r\n" + rest);
    }

    private static void stalls(Client client, int how) {
        switch (how) {
            case 1 -> client.peer.takesAll();
            case 2 -> client.peer.ends();
            case 3 -> client.peer.breaks();
            default -> client.peer.takes(how * 20L);
        }
    }

    private void pass(long millis) {
        long most = Math.min(millis, MOST_MS - passedMs);
        passedMs += most;
        stand.pass(Duration.ofMillis(most));
    }

    private void node(Talk talk, int kind) {
        switch (kind) {
            case 0 -> {
                letters = false;
                talk.peer.sends(octets(octet()));
            }
            case 1 -> any(talk);
            case 3 -> talk.peer.sends(fields(talk, talk.stream(octet()), octet()));
            case 4 -> {
                int stream = talk.stream(octet());
                int length = octet();
                int flags = octet() % 2;
                talk.sends(FrameType.DATA, flags, stream, talk.letter(stream).repeat(length * (1 + length % 64)));
            }
            case 7 -> {
                int most = octet();
                talk.peer.takes(most == 0 ? Long.MAX_VALUE : most * 50L);
            }
            case 8 -> {
                if (octet() % 2 == 0) {
                    talk.peer.ends();
                } else {
                    talk.peer.breaks();
                }
            }
            case 9 -> {
                int stream = octet() % 2 == 0 ? 0 : talk.stream(octet());
                talk.sends(FrameType.WINDOW_UPDATE, 0, stream, FrameLines.number(octet() << (octet() % 24)));
            }
            case 10 -> {
                int number = octet() % 8;
                talk.sends(FrameType.SETTINGS, 0, 0, FrameLines.setting(number, octet() << (octet() % 24)));
            }
            default -> whole(talk);
        }
    }

    private static int place(int choice, Talk talk) {
        return choice == 0 ? 0 : talk.stream(choice);
    }

    /** Sends any frame; the body of one has the right letter in it. */
    private void any(Talk talk) {
        int type = octet() % 13;
        int flags = octet();
        int stream = place(octet(), talk);
        String payload = octets(octet());
        if (type == FrameType.DATA) {
            payload = talk.letter(stream).repeat(payload.length());
            flags &= ~FrameType.PADDED;
        } else if (type == FrameType.HEADERS || type == FrameType.CONTINUATION) {
            letters = false;
        }
        talk.sends(type, flags, stream, payload);
    }

    /** A block of fields, in HEADERS. */
    private String fields(Talk talk, int stream, int how) {
        String letter = talk.letter(stream);
        int end = FrameType.END_HEADERS | FrameType.END_STREAM;
        return switch (how % 9) {
            case 1 -> FrameLines.frame(FrameType.HEADERS, end, stream, head(letter));
            case 2 -> heads(stream, head(letter, "content-length", "12"));
            case 3 -> heads(stream, head(letter, "content-length", "4"));
            case 4 -> heads(stream, FrameLines.block(":status", "103", "x-c", letter, "link", "l"));
            case 5 -> FrameLines.frame(FrameType.HEADERS, end, stream, FrameLines.block("x-trailer", "t"));
            case 6 -> heads(stream, FrameLines.block(":status", "204", "x-c", letter));
            case 7 -> heads(stream, head(letter, "x-bad", "a\r\nb: c"));
            case 8 -> heads(stream, head(letter, "x-long", "l".repeat(9_000)));
            default -> heads(stream, head(letter));
        };
    }

    private static String heads(int stream, String block) {
        return FrameLines.frame(FrameType.HEADERS, FrameType.END_HEADERS, stream, block);
    }

    /** Sends an answer, a PING and a setting that come in two reads, cut anywhere. */
    private void whole(Talk talk) {
        int stream = talk.stream(octet());
        String letter = talk.letter(stream);
        String frames = fields(talk, stream, 0)
                + FrameLines.frame(FrameType.DATA, FrameType.END_STREAM, stream, letter.repeat(3))
                + FrameLines.frame(FrameType.PING, 0, 0, "12345678")
                + FrameLines.frame(FrameType.SETTINGS, 0, 0, "");
        int cut = frames.length() - octet() % frames.length();
        talk.peer.sends(frames.substring(0, cut), frames.substring(cut));
    }
}
