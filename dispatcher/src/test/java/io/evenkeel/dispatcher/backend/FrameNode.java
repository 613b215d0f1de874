// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.util.ArrayList;
import java.util.List;

/**
 * A node of HTTP/2 in memory: one connection that was made to it, on which it sends the frames that a test wants, right
 * or wrong, and tells those that come as one line each, such as {@code HEADERS 1 GET / END} or
 * {@code DATA 1 hello END}.
 */
final class FrameNode {

    private static final int ENDS = FrameType.END_STREAM | FrameType.END_HEADERS;

    private final Peer peer;
    private final FrameLines lines = new FrameLines(true, FrameNode::field, false);

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

    private static String answer(String status, String... more) {
        List<String> fields = new ArrayList<>(List.of(":status", status));
        fields.addAll(List.of(more));
        return FrameLines.block(fields.toArray(new String[0]));
    }

    FrameNode sends(int type, int flags, int stream, String payload) {
        peer.sends(FrameLines.frame(type, flags, stream, payload));
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
        peer.sends(FrameLines.frame(FrameType.HEADERS, FrameType.END_HEADERS, stream, answer("200"))
                + FrameLines.frame(FrameType.DATA, FrameType.END_STREAM, stream, body));
        return this;
    }

    FrameNode trailers(int stream, String... fields) {
        return sends(FrameType.HEADERS, ENDS, stream, FrameLines.block(fields));
    }

    FrameNode data(int stream, String data) {
        return sends(FrameType.DATA, 0, stream, data);
    }

    FrameNode lastData(int stream, String data) {
        return sends(FrameType.DATA, FrameType.END_STREAM, stream, data);
    }

    FrameNode resets(int stream, ErrorCode why) {
        return sends(FrameType.RST_STREAM, 0, stream, FrameLines.number(why.number()));
    }

    FrameNode opens(int stream, int window) {
        return sends(FrameType.WINDOW_UPDATE, 0, stream, FrameLines.number(window));
    }

    FrameNode goesAway(int last, ErrorCode why) {
        return sends(FrameType.GOAWAY, 0, 0, FrameLines.number(last) + FrameLines.number(why.number()));
    }

    /** The highest stream of those whose heads have come. */
    int lastAsked() {
        return lines.lastHead();
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
        return lines.take(peer.got());
    }

    /** Method and path, and all other fields but those that the dispatcher adds. */
    private static String field(String field) {
        if (field.startsWith(":method=") || field.startsWith(":path=")) {
            return field.substring(field.indexOf('=') + 1);
        }
        return field.startsWith("x-forwarded") || field.startsWith("forwarded=") || field.startsWith("via=")
                ? ""
                : field;
    }
}
