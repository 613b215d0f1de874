// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import java.util.Locale;

/** Reasons for an answer of the dispatcher itself: status, one word for logs, and a sentence for people. */
public enum Refusal {
    BAD_REQUEST_LINE(400, "The request line is not METHOD SP TARGET SP HTTP/1.x."),
    BAD_METHOD(400, "The method is not a token."),
    BAD_TARGET(400, "The request target is malformed or does not suit the method."),
    BAD_PATH(
            400,
            "The path can be understood in several ways: it has an encoded slash, a backslash, NUL, dots that lead above the root, or a % that encodes nothing."),
    BAD_VERSION(400, "The HTTP version is malformed."),
    BAD_LINE_END(400, "A line does not end in CR LF."),
    BAD_FIELD_NAME(400, "A field name is empty, has a forbidden character or is followed by white space."),
    BAD_FIELD_VALUE(400, "A field value has a control character."),
    FOLDED_FIELD(400, "A field value is folded over several lines."),
    BAD_HOST(400, "The request must have exactly one well-formed Host field."),
    BAD_LENGTH(400, "The Content-Length is malformed, given more than once or not the length of the body."),
    BAD_TRANSFER_CODING(400, "The only transfer coding accepted is chunked, once, in HTTP/1.1."),
    LENGTH_AND_CODING(400, "A request may not have both Content-Length and Transfer-Encoding."),
    BAD_CHUNK(400, "The chunked body is malformed."),
    BAD_TRACE(400, "A TRACE request may not have a body."),
    BAD_PROXY_HEADER(400, "The PROXY protocol header is malformed."),
    PLAIN_HTTP(400, "The client speaks HTTP without TLS to a port of HTTPS."),
    NOT_TLS(400, "The first bytes are not those of TLS."),
    HELLO_TOO_LONG(400, "The ClientHello is longer than this gateway accepts."),
    BAD_HELLO(400, "The ClientHello is malformed."),
    BAD_SERVER_NAME(400, "The server name in the ClientHello is malformed."),
    UNKNOWN_SERVER_NAME(400, "No certificate is for the server name in the ClientHello."),
    NO_COMMON_PROTOCOL(400, "The client offers no protocol (ALPN) that this gateway speaks."),
    TLS_FAILED(400, "The TLS handshake failed."),
    TLS_ABORTED(400, "The client ended the connection in the TLS handshake."),
    UNAUTHORIZED(401, "The request does not prove by a password or a token that it may come in."),
    DENIED(403, "The client may not come in from its network."),
    NO_ROUTE(404, "No route of this listener matches the host and path."),
    NOT_ALLOWED(405, "The method is not available through this gateway."),
    PROXY_HEADER_TIMEOUT(408, "The PROXY protocol header did not arrive in time."),
    TLS_TIMEOUT(408, "The TLS handshake did not end in time."),
    HEAD_TIMEOUT(408, "The request head did not arrive in time."),
    BODY_TIMEOUT(408, "The request body did not arrive in time."),
    BODY_TOO_LARGE(413, "The request body is larger than this gateway accepts."),
    TARGET_TOO_LONG(414, "The request target is longer than this gateway accepts."),
    BAD_EXPECTATION(417, "The only expectation this gateway knows is 100-continue."),
    MISDIRECTED(421, "The connection is for another host: its certificate is not for the host of this request."),
    OTHER_HOST(421, "The host is none of those for which requests are redirected here."),
    RATE_LIMITED(429, "The client has sent too many requests; the field Retry-After says when it may go on."),
    HEAD_TOO_LARGE(431, "The request head is larger than this gateway accepts."),
    HEAD_TOO_LARGE_FOR_NODE(431, "The request head is larger than the node accepts."),
    TOO_MANY_FIELDS(431, "The request has more fields than this gateway accepts."),
    INTERNAL(500, "The gateway failed while it handled the request."),
    NO_UPGRADE(501, "The nodes speak HTTP/2, on which no upgrade to another protocol is possible."),
    UNKNOWN_PROTOCOL(501, "The only protocol that CONNECT opens here is websocket."),
    BAD_ANSWER(502, "The node's answer is not well-formed HTTP."),
    NO_WEBSOCKET(502, "The node's answer opens no WebSocket, or does not prove that it does."),
    NODE_CLOSED(502, "The node closed the connection before it answered."),
    CONNECT_FAILED(502, "No node could be reached."),
    NONE_UP(503, "No node of the cluster is available."),
    HOME_GONE(503, "The node of this session is not available, and no other node may serve it."),
    NODE_REFUSED(503, "The node accepts no more requests."),
    NODE_FULL(503, "All streams that the node allows were in use for too long."),
    NO_NEW_SESSIONS(503, "The nodes are busy with running sessions, so no new session may begin now."),
    QUEUE_FULL(503, "All nodes are busy and the queue is full."),
    QUEUE_LATE(503, "All nodes stayed busy, and too many requests are waiting."),
    QUEUE_TIMEOUT(503, "All nodes stayed busy for too long."),
    CHECKS_FULL(503, "Too many passwords or tokens are waiting to be checked."),
    HEADS_FULL(503, "Too many requests are incomplete."),
    LARGE_HEADS_FULL(503, "The heads of other requests leave no room for the head or trailers of this one."),
    BODIES_FULL(503, "Too many request bodies are waiting for nodes."),
    MEMORY_FULL(503, "This gateway has no memory left for more requests now."),
    DESCRIPTORS_FULL(503, "This gateway has too many files and connections open for more requests now."),
    LOOP_LATE(503, "This gateway is too far behind its work for more requests now."),
    NO_PUBLIC_ADDRESS(503, "Clients cannot be sent to the node, because it has no public address."),
    HANDSHAKES_RATIONED(503, "The processors have no time left for full TLS handshakes; resumed ones pass."),
    CONNECT_TIMEOUT(504, "The connection to the node was not made in time."),
    RESPONSE_TIMEOUT(504, "The node did not answer in time."),
    NOT_STORED(504, "The request wants a stored answer only, and there is none."),
    VERSION_NOT_SUPPORTED(505, "This version of HTTP is not supported here."),
    LOOP(508, "The request has passed ten gateways of this kind: it goes round between them."),

    H2_PROTOCOL(400, "The client broke a rule of HTTP/2."),
    H2_FRAME_SIZE(400, "A frame of HTTP/2 is longer or shorter than it may be."),
    H2_FLOW_CONTROL(400, "The client sent more than a window of HTTP/2 allows, or made a window too large."),
    H2_STREAM_CLOSED(400, "The client used a stream of HTTP/2 that it had closed."),
    H2_COMPRESSION(400, "A block of fields of HTTP/2 cannot be decoded."),
    H2_MALFORMED(400, "The fields of the stream are not a well-formed request (RFC 9113 section 8)."),
    H2_NO_WINDOW(408, "The client did not take the rest of the answer in time."),
    H2_CONTINUATIONS(431, "A block of fields of HTTP/2 is too long, or in too many pieces."),
    H2_STREAMS(429, "More streams at the same time than this gateway accepts."),
    H2_RESETS(429, "Too many streams of the connection were reset."),
    H2_EMPTY_DATA(429, "Too many empty DATA frames in a row."),
    H2_FLOOD(429, "Too many frames that carry nothing.");

    private final int status;
    private final String sentence;
    private final String reason;

    Refusal(int status, String sentence) {
        this.status = status;
        this.sentence = sentence;
        this.reason = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public int status() {
        return status;
    }

    /** One word for logs and metrics, such as {@code bad-host}. */
    public String reason() {
        return reason;
    }

    public String sentence() {
        return sentence;
    }
}
