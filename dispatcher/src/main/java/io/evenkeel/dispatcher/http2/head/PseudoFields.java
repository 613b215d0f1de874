// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import org.jspecify.annotations.Nullable;

/**
 * The pseudo-fields of one request after another (RFC 9113 §8.3, RFC 8441 §4): found at the block's front, and checked
 * alone and together. The number of a field that is absent is negative. Threads: one loop.
 */
final class PseudoFields {

    private static final int ABSENT = -1;

    private static final byte[] METHOD = Octets.ascii(":method");
    private static final byte[] SCHEME = Octets.ascii(":scheme");
    private static final byte[] AUTHORITY = Octets.ascii(":authority");
    private static final byte[] PATH = Octets.ascii(":path");
    private static final byte[] PROTOCOL = Octets.ascii(":protocol");

    private static final byte[] CONNECT = Octets.ascii("CONNECT");
    private static final byte[] HEAD = Octets.ascii("HEAD");
    private static final byte[] OPTIONS = Octets.ascii("OPTIONS");
    private static final byte[] POST = Octets.ascii("POST");
    private static final byte[] PUT = Octets.ascii("PUT");
    private static final byte[] PATCH = Octets.ascii("PATCH");
    private static final byte[] HTTP = Octets.ascii("http");
    private static final byte[] HTTPS = Octets.ascii("https");
    private static final byte[] WEBSOCKET = Octets.ascii("websocket");
    private static final byte[] HTTP_PORT = Octets.ascii("80");
    private static final byte[] HTTPS_PORT = Octets.ascii("443");

    private int method;
    private int scheme;
    private int authority;
    private int path;
    private int protocol;
    private int count;
    private boolean https;
    private boolean opensWebSocket;

    /** Reads the pseudo-fields of a block; returns null, or the problem. */
    @Nullable
    HeadProblem read(FieldBlock fields, boolean connects) {
        method = ABSENT;
        scheme = ABSENT;
        authority = ABSENT;
        path = ABSENT;
        protocol = ABSENT;
        https = false;
        opensWebSocket = false;
        count = 0;
        while (count < fields.count() && FieldRules.isPseudo(fields, count)) {
            HeadProblem problem = take(fields, count, connects);
            if (problem != null) {
                return problem;
            }
            count++;
        }
        HeadProblem problem = checkEach(fields);
        return problem != null ? problem : checkTogether(fields);
    }

    private @Nullable HeadProblem take(FieldBlock fields, int k, boolean connects) {
        byte[] octets = fields.octets();
        int from = fields.nameFrom(k);
        int to = fields.nameTo(k);
        int before;
        switch (to - from) {
            case 5 -> {
                if (!Octets.startsWith(octets, from, to, PATH)) {
                    return HeadProblem.UNKNOWN_PSEUDO;
                }
                before = path;
                path = k;
            }
            case 7 -> {
                if (Octets.startsWith(octets, from, to, METHOD)) {
                    before = method;
                    method = k;
                } else if (Octets.startsWith(octets, from, to, SCHEME)) {
                    before = scheme;
                    scheme = k;
                } else {
                    return HeadProblem.UNKNOWN_PSEUDO;
                }
            }
            case 9 -> {
                if (!connects || !Octets.startsWith(octets, from, to, PROTOCOL)) {
                    return HeadProblem.UNKNOWN_PSEUDO;
                }
                before = protocol;
                protocol = k;
            }
            case 10 -> {
                if (!Octets.startsWith(octets, from, to, AUTHORITY)) {
                    return HeadProblem.UNKNOWN_PSEUDO;
                }
                before = authority;
                authority = k;
            }
            default -> {
                return HeadProblem.UNKNOWN_PSEUDO;
            }
        }
        return before == ABSENT ? null : HeadProblem.REPEATED_PSEUDO;
    }

    private @Nullable HeadProblem checkEach(FieldBlock fields) {
        if (method == ABSENT) {
            return HeadProblem.MISSING_PSEUDO;
        }
        if (!isToken(fields, method)) {
            return HeadProblem.BAD_METHOD;
        }
        if (scheme != ABSENT) {
            https = is(fields, scheme, HTTPS);
            if (!https && !is(fields, scheme, HTTP)) {
                return HeadProblem.BAD_SCHEME;
            }
        }
        if (authority != ABSENT && !isAuthorityText(fields, authority)) {
            return HeadProblem.BAD_AUTHORITY;
        }
        if (path != ABSENT && !isPath(fields, path)) {
            return HeadProblem.BAD_PATH;
        }
        return protocol == ABSENT || isToken(fields, protocol) ? null : HeadProblem.BAD_CONNECT;
    }

    private @Nullable HeadProblem checkTogether(FieldBlock fields) {
        boolean connect = isMethod(fields, CONNECT);
        if (connect && protocol == ABSENT) {
            if (scheme != ABSENT || path != ABSENT) {
                return HeadProblem.BAD_CONNECT;
            }
            return authority == ABSENT ? HeadProblem.MISSING_PSEUDO : null;
        }
        if (protocol != ABSENT && !connect) {
            return HeadProblem.BAD_CONNECT;
        }
        if (scheme == ABSENT || path == ABSENT || (connect && authority == ABSENT)) {
            return HeadProblem.MISSING_PSEUDO;
        }
        if (fields.octets()[fields.valueFrom(path)] == '*' && !isMethod(fields, OPTIONS)) {
            return HeadProblem.BAD_PATH;
        }
        opensWebSocket = connect && is(fields, protocol, WEBSOCKET);
        return null;
    }

    private static boolean isToken(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int from = fields.valueFrom(k);
        int to = fields.valueTo(k);
        for (int i = from; i < to; i++) {
            if (Octets.token(octets[i]) == 0) {
                return false;
            }
        }
        return from < to;
    }

    private static boolean isAuthorityText(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int from = fields.valueFrom(k);
        int to = fields.valueTo(k);
        for (int i = from; i < to; i++) {
            if (!Octets.isHost(octets[i])) {
                return false;
            }
        }
        return from < to;
    }

    private static boolean isPath(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int from = fields.valueFrom(k);
        int to = fields.valueTo(k);
        if (from == to || (octets[from] != '/' && (octets[from] != '*' || to - from > 1))) {
            return false;
        }
        for (int i = from; i < to; i++) {
            int octet = octets[i];
            if ((octet >= 0 && octet <= ' ') || octet == 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static boolean is(FieldBlock fields, int k, byte[] lower) {
        return Octets.equalsLower(fields.octets(), fields.valueFrom(k), fields.valueTo(k), lower);
    }

    /** True when the method, whose case counts, is the one given. */
    private boolean isMethod(FieldBlock fields, byte[] name) {
        int from = fields.valueFrom(method);
        int to = fields.valueTo(method);
        return to - from == name.length && Octets.startsWith(fields.octets(), from, to, name);
    }

    /** True for the field that says that the method is HEAD. */
    static boolean isHead(FieldBlock fields, int k) {
        int from = fields.valueFrom(k);
        int to = fields.valueTo(k);
        return to - from == HEAD.length
                && Octets.startsWith(fields.octets(), from, to, HEAD)
                && Octets.equalsLower(fields.octets(), fields.nameFrom(k), fields.nameTo(k), METHOD);
    }

    /** True when a request of this method has a body as a rule, so that servers want to be told that there is none. */
    boolean expectsBody(FieldBlock fields) {
        return fields.octets()[fields.valueFrom(method)] == 'P'
                && (isMethod(fields, POST) || isMethod(fields, PUT) || isMethod(fields, PATCH));
    }

    /** True when a field names the same host and port as the authority, which is there (RFC 9113 §8.3.1). */
    boolean isAuthority(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int from = fields.valueFrom(k);
        int to = withoutPort(octets, from, fields.valueTo(k));
        int other = fields.valueFrom(authority);
        int length = withoutPort(octets, other, fields.valueTo(authority)) - other;
        if (to - from != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (lower(octets[from + i]) != lower(octets[other + i])) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
    }

    /** End of an authority without the port that its scheme has anyway. */
    private int withoutPort(byte[] octets, int from, int to) {
        byte[] port = https ? HTTPS_PORT : HTTP_PORT;
        int colon = to - port.length - 1;
        return colon > from && octets[colon] == ':' && Octets.startsWith(octets, colon + 1, to, port) ? colon : to;
    }

    /** The number of pseudo-fields; the other fields follow. */
    int count() {
        return count;
    }

    int method() {
        return method;
    }

    int authority() {
        return authority;
    }

    int path() {
        return path;
    }

    /** True for CONNECT with a protocol other than that of WebSockets. */
    boolean opensOther() {
        return protocol != ABSENT && !opensWebSocket;
    }

    /** True for CONNECT with the protocol of WebSockets. */
    boolean opensWebSocket() {
        return opensWebSocket;
    }
}
