// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryTlsClient;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP/2 in memory: sends the frames that a test wants, right or wrong, and tells those that come as one
 * line each, such as {@code HEADERS 1 200} or {@code DATA 1 hello END}.
 */
final class FrameClient {

    /** The SETTINGS and WINDOW_UPDATE with which every connection begins, and the acknowledgement of ours. */
    static final List<String> GREETING =
            List.of("SETTINGS 3=100 6=65536 8=1", "WINDOW_UPDATE 0 983041", "SETTINGS ACK");

    private final Peer peer;
    private final @Nullable MemoryTlsClient secure;
    private final FrameLines lines = new FrameLines(false, FrameClient::field, true);

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
        client.peer.sends(FrameLines.PREFACE + FrameLines.frame(FrameType.SETTINGS, 0, 0, settings));
        List<String> got = client.got();
        if (got.size() != GREETING.size()) {
            throw new AssertionError(got);
        }
        return client;
    }

    /** A client over TLS that has shaken hands, sent its preface, and seen the dispatcher's. */
    static FrameClient of(MemoryTlsClient secure) {
        FrameClient client = new FrameClient(secure.network(), secure);
        client.writes(FrameLines.PREFACE + FrameLines.frame(FrameType.SETTINGS, 0, 0, ""));
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

    /** The block of a request, with more fields. */
    static String request(String method, String path, String... more) {
        List<String> fields =
                new ArrayList<>(List.of(":method", method, ":scheme", "http", ":path", path, ":authority", "shop"));
        fields.addAll(List.of(more));
        return FrameLines.block(fields.toArray(new String[0]));
    }

    FrameClient sends(int type, int flags, int stream, String payload) {
        writes(FrameLines.frame(type, flags, stream, payload));
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
        return sends(FrameType.RST_STREAM, 0, stream, FrameLines.number(ErrorCode.CANCEL.number()));
    }

    FrameClient opens(int stream, int window) {
        return sends(FrameType.WINDOW_UPDATE, 0, stream, FrameLines.number(window));
    }

    /** The connection as the client sees it. */
    Peer peer() {
        return peer;
    }

    /** The frames that have come whole since the last call. */
    List<String> got() {
        return lines.take(reads());
    }

    /** The status, and all other fields but the date. */
    private static String field(String field) {
        if (field.startsWith(":status=")) {
            return field.substring(":status=".length());
        }
        return field.startsWith("date=") ? "" : field;
    }
}
