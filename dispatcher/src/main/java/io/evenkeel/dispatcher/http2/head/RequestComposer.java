// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.FieldName;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Composes the head of HTTP/1.1 for the fields of a request of HTTP/2 (RFC 9113 §8, RFC 8441), in one pass.
 *
 * <p>All rules are checked that a reader of HTTP/1.1 cannot know, and those that keep a field from becoming more than
 * one line, or a request line more than itself. Everything else, such as the form of host and target and the limits, is
 * left to {@link io.evenkeel.dispatcher.http.RequestHead}, which reads the head and may refuse it: a request without
 * authority and Host, for one, and CONNECT.
 *
 * <p>A request whose body has no Content-Length gets {@code Transfer-Encoding: chunked}. The octets that come on the
 * stream must be counted against {@link #contentLength} by whoever receives them. Objects are used for request after
 * request; what they say is good until the next one. Threads: one loop.
 */
public final class RequestComposer {

    /** A request without Content-Length. */
    public static final long NO_LENGTH = -1;

    private static final int ABSENT = -1;

    private static final byte[] METHOD = Octets.ascii(":method");
    private static final byte[] SCHEME = Octets.ascii(":scheme");
    private static final byte[] AUTHORITY = Octets.ascii(":authority");
    private static final byte[] PATH = Octets.ascii(":path");
    private static final byte[] PROTOCOL = Octets.ascii(":protocol");

    private static final byte[] CONNECT = Octets.ascii("CONNECT");
    private static final byte[] OPTIONS = Octets.ascii("OPTIONS");
    private static final byte[] POST = Octets.ascii("POST");
    private static final byte[] PUT = Octets.ascii("PUT");
    private static final byte[] PATCH = Octets.ascii("PATCH");
    private static final byte[] HTTP = Octets.ascii("http");
    private static final byte[] HTTPS = Octets.ascii("https");
    private static final byte[] WEBSOCKET = Octets.ascii("websocket");
    private static final byte[] WEBSOCKET_KEY = Octets.ascii("sec-websocket-key");
    private static final byte[] WEBSOCKET_VERSION = Octets.ascii("sec-websocket-version");

    private static final byte[] GET = Octets.ascii("GET ");
    private static final byte[] VERSION = Octets.ascii(" HTTP/1.1\r\n");
    private static final byte[] HOST = Octets.ascii("host: ");
    private static final byte[] SEPARATOR = Octets.ascii("; ");
    private static final byte[] CHUNKED = Octets.ascii("transfer-encoding: chunked\r\n");
    private static final byte[] NO_BODY = Octets.ascii("content-length: 0\r\n");
    private static final byte[] UPGRADE = Octets.ascii("connection: Upgrade\r\nupgrade: websocket\r\n");
    private static final byte[] KEY = Octets.ascii("sec-websocket-key: ");
    private static final byte[] VERSION_13 = Octets.ascii("sec-websocket-version: 13\r\n");

    private final Consumer<byte[]> random;

    private FieldBlock fields = new FieldBlock();
    private byte[] octets = new byte[0];
    private int method;
    private int scheme;
    private int authority;
    private int path;
    private int protocol;
    private int host;
    private int length;
    private int cookie;
    private boolean versionTold;
    private long contentLength;
    private @Nullable WebSocketKey key;

    /**
     * A composer.
     *
     * @param random fills an array with octets that nobody can foretell, for the keys of WebSockets
     */
    public RequestComposer(Consumer<byte[]> random) {
        this.random = random;
    }

    /**
     * Composes the head of a request.
     *
     * @param block a decoded block
     * @param ends true when the stream ends with the block, so that there is no body
     * @param connects true when the client was told that it may use CONNECT with a protocol
     * @param out cleared first; it holds the whole head when there is no problem
     * @return null, or the problem
     */
    public @Nullable HeadProblem compose(FieldBlock block, boolean ends, boolean connects, HeadBuffer out) {
        out.clear();
        contentLength = NO_LENGTH;
        key = null;
        return HeadProblem.BAD_CONNECT;
    }

    /** The Content-Length of the request, or {@link #NO_LENGTH}. */
    public long contentLength() {
        return contentLength;
    }

    /** The key that was put into the head of a WebSocket; null when the request opens none. */
    public @Nullable WebSocketKey webSocketKey() {
        return key;
    }
}
