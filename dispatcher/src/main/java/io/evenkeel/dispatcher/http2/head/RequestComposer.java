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
 * <p>A request whose body has no Content-Length gets {@code Transfer-Encoding: chunked}, and so does one that announces
 * no octets and goes on: with a length it would be whole before its stream has ended. The octets that come on the
 * stream must be counted against the Content-Length by their receiver. Objects are used for request after
 * request; what they say is good until the next one. Threads: one loop.
 */
public final class RequestComposer {

    /** A request without Content-Length. */
    private static final long NO_LENGTH = ContentLength.NONE;

    private static final byte[] CONTENT_TYPE = Octets.ascii("content-type");
    private static final byte[] GRPC = Octets.ascii("application/grpc");
    private static final byte[] WEBSOCKET_KEY = Octets.ascii("sec-websocket-key");
    private static final byte[] WEBSOCKET_VERSION = Octets.ascii("sec-websocket-version");

    private static final byte[] GET = Octets.ascii("GET ");
    private static final byte[] VERSION = Octets.ascii(" HTTP/1.1\r\n");
    private static final byte[] HOST = Octets.ascii("Host: ");
    private static final byte[] COOKIE = Octets.ascii("cookie");
    private static final byte[] COOKIE_NAME = Octets.ascii("cookie: ");
    private static final byte[] SEPARATOR = Octets.ascii("; ");
    private static final byte[] CHUNKED = Octets.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] NO_BODY = Octets.ascii("Content-Length: 0\r\n");
    private static final byte[] UPGRADE = Octets.ascii("Connection: Upgrade\r\nUpgrade: websocket\r\n");
    private static final byte[] KEY = Octets.ascii("Sec-WebSocket-Key: ");
    private static final byte[] VERSION_13 = Octets.ascii("Sec-WebSocket-Version: 13\r\n");

    private final Consumer<byte[]> random;
    private final PseudoFields pseudo = new PseudoFields();
    private final ContentLength length = new ContentLength();

    private boolean hostNamed;
    private boolean cookieWritten;
    private boolean versionTold;
    private boolean callsGrpc;
    private boolean toHead;
    private boolean streamEnds;
    private boolean announcesNothing;
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
     * @param fields a decoded block
     * @param ends true when the stream ends with the block, so that there is no body
     * @param connects true when the client was told that it may use CONNECT with a protocol
     * @param out cleared first; it holds the whole head when there is no problem
     * @return null, or the problem
     */
    public @Nullable HeadProblem compose(FieldBlock fields, boolean ends, boolean connects, HeadBuffer out) {
        out.clear(fields.tooLarge() ? 0 : (int) fields.size());
        length.clear();
        hostNamed = false;
        cookieWritten = false;
        versionTold = false;
        callsGrpc = false;
        toHead = false;
        streamEnds = ends;
        announcesNothing = false;
        key = null;
        if (fields.tooLarge()) {
            for (int k = 0; k < fields.count(); k++) {
                callsGrpc |= isGrpc(fields, k);
                toHead |= PseudoFields.isHead(fields, k);
            }
            return HeadProblem.TOO_LARGE;
        }
        HeadProblem problem = pseudo.read(fields, connects);
        if (problem == null) {
            begin(fields, out);
        }
        for (int k = pseudo.count(); problem == null && k < fields.count(); k++) {
            problem = field(fields, k, out);
        }
        return problem != null ? problem : end(fields, ends, out);
    }

    /** Writes the request line, and Host if there is an authority. */
    private void begin(FieldBlock fields, HeadBuffer out) {
        byte[] octets = fields.octets();
        int method = pseudo.method();
        if (pseudo.opensWebSocket()) {
            out.add(GET);
        } else {
            out.add(octets, fields.valueFrom(method), fields.valueTo(method));
            out.add(Octets.SP);
        }
        int target = pseudo.path() >= 0 ? pseudo.path() : pseudo.authority();
        out.add(octets, fields.valueFrom(target), fields.valueTo(target));
        out.add(VERSION);
        int authority = pseudo.authority();
        if (authority >= 0) {
            out.add(HOST);
            out.add(octets, fields.valueFrom(authority), fields.valueTo(authority));
            out.endLine();
        }
    }

    private @Nullable HeadProblem field(FieldBlock fields, int k, HeadBuffer out) {
        if (FieldRules.isPseudo(fields, k)) {
            return HeadProblem.LATE_PSEUDO;
        }
        HeadProblem problem = FieldRules.check(fields, k);
        if (problem != null) {
            return problem;
        }
        byte name = FieldName.of(fields.octets(), fields.nameFrom(k), fields.nameTo(k));
        switch (name) {
            case FieldName.OTHER:
                if (pseudo.opensWebSocket() && isAboutWebSocket(fields, k)) {
                    return null;
                }
                callsGrpc |= isGrpc(fields, k);
                break;
            case FieldName.HOST:
                return host(fields, k, out);
            case FieldName.CONTENT_LENGTH:
                return length(fields, k, out);
            case FieldName.COOKIE:
                cookies(fields, k, out);
                return null;
            default:
                problem = FieldRules.checkHop(fields, k, name);
                if (problem != null) {
                    return problem;
                }
        }
        FieldRules.writeLine(fields, k, out);
        return null;
    }

    private @Nullable HeadProblem host(FieldBlock fields, int k, HeadBuffer out) {
        if (hostNamed || fields.valueFrom(k) == fields.valueTo(k)) {
            return HeadProblem.BAD_HOST;
        }
        hostNamed = true;
        if (pseudo.authority() < 0) {
            FieldRules.writeLine(fields, k, out);
            return null;
        }
        return pseudo.isAuthority(fields, k) ? null : HeadProblem.BAD_HOST;
    }

    private @Nullable HeadProblem length(FieldBlock fields, int k, HeadBuffer out) {
        if (!length.take(fields, k)) {
            return HeadProblem.BAD_LENGTH;
        }
        announcesNothing = length.octets() == 0 && !streamEnds && !pseudo.opensWebSocket();
        if (!announcesNothing && !pseudo.opensWebSocket()) {
            FieldRules.writeLine(fields, k, out);
        }
        return null;
    }

    /** Writes all cookies as one line when the first comes; what is not checked yet is checked when its turn comes. */
    private void cookies(FieldBlock fields, int first, HeadBuffer out) {
        if (cookieWritten) {
            return;
        }
        byte[] octets = fields.octets();
        for (int k = first; k < fields.count(); k++) {
            int from = fields.nameFrom(k);
            boolean empty = fields.valueFrom(k) == fields.valueTo(k);
            if (empty || !Octets.equalsLower(octets, from, fields.nameTo(k), COOKIE)) {
                continue;
            }
            if (cookieWritten) {
                out.add(SEPARATOR);
            } else {
                out.add(COOKIE_NAME);
                cookieWritten = true;
            }
            out.add(octets, fields.valueFrom(k), fields.valueTo(k));
        }
        if (cookieWritten) {
            out.endLine();
        }
    }

    /** True for a field that does not pass because it belongs to a handshake that the client does not take part in. */
    private boolean isAboutWebSocket(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int from = fields.nameFrom(k);
        int to = fields.nameTo(k);
        versionTold |= Octets.equalsLower(octets, from, to, WEBSOCKET_VERSION);
        return Octets.equalsLower(octets, from, to, WEBSOCKET_KEY);
    }

    private static boolean isGrpc(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int value = fields.valueFrom(k);
        int to = fields.valueTo(k);
        int end = Math.min(to, value + GRPC.length);
        return Octets.equalsLower(octets, fields.nameFrom(k), fields.nameTo(k), CONTENT_TYPE)
                && Octets.equalsLower(octets, value, end, GRPC)
                && (end == to || endsType(octets[end]));
    }

    /** True for what may stand behind the name of gRPC's type: a kind of message or a parameter, and nothing else. */
    private static boolean endsType(byte next) {
        return next == '+' || next == ';' || next == Octets.SP || next == Octets.HTAB;
    }

    private @Nullable HeadProblem end(FieldBlock fields, boolean ends, HeadBuffer out) {
        if (pseudo.opensWebSocket()) {
            if (length.octets() > 0) {
                return HeadProblem.BAD_LENGTH;
            }
            length.clear();
            openWebSocket(out);
        } else if (ends) {
            if (length.octets() > 0) {
                return HeadProblem.BAD_LENGTH;
            }
            if (length.octets() == NO_LENGTH && pseudo.expectsBody(fields)) {
                out.add(NO_BODY);
            }
        } else if (length.octets() == NO_LENGTH || announcesNothing) {
            out.add(CHUNKED);
        }
        out.endLine();
        return null;
    }

    private void openWebSocket(HeadBuffer out) {
        byte[] octets = new byte[WebSocketKey.OCTETS];
        random.accept(octets);
        WebSocketKey made = new WebSocketKey(octets);
        key = made;
        out.add(UPGRADE);
        out.add(KEY);
        out.add(made.text());
        out.endLine();
        if (!versionTold) {
            out.add(VERSION_13);
        }
    }

    /** True for a call of gRPC, whose client understands no page, but {@link GrpcRefusal}. */
    public boolean callsGrpc() {
        return callsGrpc;
    }

    /** True when the head says that no octets follow, and its stream goes on: an octet makes the request malformed. */
    public boolean announcesNothing() {
        return announcesNothing;
    }

    /** True when a request that is too large, and was not composed, has the method HEAD: its answer has no body. */
    public boolean toHead() {
        return toHead;
    }

    /** True for CONNECT with a protocol that nobody here knows, which is to be answered with 501 (RFC 9220 §3). */
    public boolean opensUnknown() {
        return pseudo.opensOther();
    }

    /** The key that was put into the head of a WebSocket; null when the request opens none. */
    public @Nullable WebSocketKey webSocketKey() {
        return key;
    }
}
