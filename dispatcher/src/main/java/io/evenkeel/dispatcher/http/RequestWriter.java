// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldEdits;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http.text.ForwardedValue;
import io.evenkeel.dispatcher.http.text.ViaValue;
import org.jspecify.annotations.Nullable;

/**
 * Writes the head that goes to a node for the head that came from a client.
 *
 * <p>The version becomes HTTP/1.1, the target origin-form; fields meant for the client's connection are left out, and
 * so is everything the client may not say about its own origin. Lines that stay are copied in runs, as they came. What
 * is said of the origin comes from {@link Origin}.
 *
 * <p>Sources: RFC 9110 §7.6, §7.2; RFC 9112 §3.2, §2.3; RFC 7239.
 */
public final class RequestWriter {

    private static final byte[] VERSION = Octets.ascii(" HTTP/1.1\r\n");
    private static final byte[] HOST = Octets.ascii("Host: ");
    private static final byte[] VIA_2 = Octets.ascii("Via: 2 " + ViaValue.NAME + "\r\n");
    private static final byte[] VIA_11 = Octets.ascii("Via: 1.1 " + ViaValue.NAME + "\r\n");
    private static final byte[] VIA_10 = Octets.ascii("Via: 1.0 " + ViaValue.NAME + "\r\n");
    private static final byte[] FOR = Octets.ascii("X-Forwarded-For: ");
    private static final byte[] PROTO = Octets.ascii("X-Forwarded-Proto: ");
    private static final byte[] FORWARDED_HOST = Octets.ascii("X-Forwarded-Host: ");
    private static final byte[] FORWARDED_PORT = Octets.ascii("X-Forwarded-Port: ");
    private static final byte[] HTTPS = Octets.ascii("https");
    private static final byte[] HTTP_PORT = Octets.ascii("80");
    private static final byte[] HTTPS_PORT = Octets.ascii("443");
    private static final byte[] FORWARDED = Octets.ascii("Forwarded: ");
    private static final byte[] FORWARDED_FOR = Octets.ascii("for=");
    private static final byte[] FORWARDED_PROTO = Octets.ascii(";proto=");
    private static final byte[] OPEN = Octets.ascii("\"[");
    private static final byte[] CLOSE = Octets.ascii("]\"");
    private static final byte[] HOST_PART = Octets.ascii(";host=\"");
    private static final byte[] CHUNKED = Octets.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] UPGRADE = Octets.ascii("Connection: Upgrade\r\nUpgrade: ");
    private static final byte[] EXPECT = Octets.ascii("Expect: 100-continue\r\n");
    private static final byte[] MAX_FORWARDS = Octets.ascii("Max-Forwards: ");
    private static final byte[] SLASH = Octets.ascii("/");
    private static final byte[] ASTERISK = Octets.ascii("*");
    private static final byte[] COMMA = Octets.ascii(", ");

    /** Octets that what is said of the origin, and of a trace, usually takes. */
    private static final int MORE = 512;

    private RequestWriter() {}

    /**
     * Writes the head for {@code head} into {@code out}, which is cleared first.
     *
     * @param edits further fields that do not pass, and lines that are added
     * @param origin that of the client's connection
     * @param path path and query that the node gets; null for those of the head
     * @param untraced the fields of the client's trace do not pass, because others take their place
     */
    public static void write(
            RequestHead head,
            FieldEdits edits,
            @Nullable HeadBuffer path,
            Origin origin,
            boolean untraced,
            HeadBuffer out) {
        out.clear(head.end() - head.methodAt() + edits.added().length + MORE);
        byte[] octets = head.octets;
        if (path == null) {
            requestLine(head, octets, out);
        } else {
            out.add(octets, head.line.start, head.line.methodEnd + 1);
            out.add(path.octets(), 0, path.length());
            out.add(VERSION);
        }
        boolean hostMissing = head.known.hostLine < 0;
        if (hostMissing || head.line.target.isAbsolute()) {
            out.add(HOST);
            if (head.line.target.isAbsolute()) {
                out.add(octets, head.line.target.authorityAt, head.line.target.authorityEnd);
            } else {
                out.add(origin.ownAddress().authority());
            }
            out.endLine();
        }
        copyFields(head, edits.removed(), origin, untraced, octets, out);
        out.add(edits.added());
        if (head.framing() == Framing.CHUNKED) {
            out.add(CHUNKED);
        }
        if (head.expectsContinue()) {
            out.add(EXPECT);
        }
        if (head.maxForwards() > 0) {
            out.add(MAX_FORWARDS);
            out.addNumber(head.maxForwards() - 1);
            out.endLine();
        }
        if (head.upgrades()) {
            out.add(UPGRADE);
            out.add(octets, head.lines.valueAt[head.known.upgradeLine], head.lines.valueEnd[head.known.upgradeLine]);
            out.endLine();
        }
        addOrigin(head, origin, octets, out);
        out.endLine();
    }

    private static void requestLine(RequestHead head, byte[] octets, HeadBuffer out) {
        RequestTarget target = head.line.target;
        if (!target.isAbsolute()) {
            out.add(octets, head.line.start, target.end);
        } else {
            out.add(octets, head.line.start, head.line.methodEnd + 1);
            if (target.isAsterisk()) {
                out.add(ASTERISK);
            } else {
                if (target.pathAt == target.end || octets[target.pathAt] == '?') {
                    out.add(SLASH);
                }
                out.add(octets, target.pathAt, target.end);
            }
        }
        out.add(VERSION);
    }

    private static void copyFields(
            RequestHead head, FieldNames removed, Origin origin, boolean untraced, byte[] octets, HeadBuffer out) {
        FieldLines lines = head.lines;
        int run = 0;
        for (int k = 0; k < lines.count; k++) {
            if (stays(head, removed, origin, untraced, k)) {
                continue;
            }
            if (k > run) {
                out.add(octets, lines.at[run], lines.at[k]);
            }
            run = k + 1;
            if (lines.name[k] == FieldName.COOKIE && !dropped(head, removed, k)) {
                UnwantedItem.CONSOLE_SESSION.copyWithout(octets, lines, k, out);
            }
        }
        if (lines.count > run) {
            out.add(octets, lines.at[run], lines.at[lines.count]);
        }
    }

    private static boolean stays(RequestHead head, FieldNames removed, Origin origin, boolean untraced, int k) {
        FieldLines lines = head.lines;
        switch (lines.name[k]) {
            case FieldName.CONTENT_LENGTH:
                return true;
            case FieldName.HOST:
                return !head.line.target.isAbsolute();
            case FieldName.CONNECTION,
                    FieldName.KEEP_ALIVE,
                    FieldName.HOP,
                    FieldName.UPGRADE,
                    FieldName.TRANSFER_ENCODING,
                    FieldName.EXPECT,
                    FieldName.ORIGIN:
                return false;
            case FieldName.MAX_FORWARDS:
                return head.maxForwards() < 0 && !dropped(head, removed, k);
            case FieldName.X_FORWARDED_PROTO:
                return origin.believes(OriginField.X_FORWARDED_PROTO);
            case FieldName.X_FORWARDED_HOST:
                return origin.believes(OriginField.X_FORWARDED_HOST);
            case FieldName.X_FORWARDED_PORT:
                return origin.believes(OriginField.X_FORWARDED_PORT);
            case FieldName.X_REAL_IP:
                return origin.believes(OriginField.X_REAL_IP);
            case FieldName.X_FORWARDED_FOR:
                return !origin.forward().xForwarded() && origin.believes(OriginField.X_FORWARDED_FOR);
            case FieldName.FORWARDED:
                return !origin.forward().forwarded() && believesForwarded(head, origin);
            case FieldName.TRACEPARENT, FieldName.TRACESTATE:
                return !untraced && !dropped(head, removed, k);
            case FieldName.COOKIE:
                return !dropped(head, removed, k)
                        && !UnwantedItem.CONSOLE_SESSION.isIn(head.octets, lines.valueAt[k], lines.valueEnd[k]);
            default:
                return !dropped(head, removed, k);
        }
    }

    /** True when the client nominates the field for its own connection, or it is one of those to remove. */
    private static boolean dropped(RequestHead head, FieldNames removed, int k) {
        int from = head.lines.at[k];
        int to = head.lines.nameEnd[k];
        return removed.has(head.octets, from, to) || head.known.isNominated(k);
    }

    /** False also when a line does not parse: an open quote in it would swallow what is appended. */
    private static boolean believesForwarded(RequestHead head, Origin origin) {
        if (!origin.believes(OriginField.FORWARDED)) {
            return false;
        }
        FieldLines lines = head.lines;
        for (int k = 0; k < lines.count; k++) {
            boolean bad = lines.name[k] == FieldName.FORWARDED
                    && !ForwardedValue.isOne(head.octets, lines.valueAt[k], lines.valueEnd[k]);
            if (bad) {
                return false;
            }
        }
        return true;
    }

    private static void addOrigin(RequestHead head, Origin origin, byte[] octets, HeadBuffer out) {
        byte[] introduction = origin.introduction();
        if (introduction != null) {
            out.add(introduction);
        }
        ForwardSettings forward = origin.forward();
        if (forward.via()) {
            out.add(origin.http2() ? VIA_2 : head.minorVersion() == 0 ? VIA_10 : VIA_11);
        }
        if (forward.xForwarded()) {
            addXForwarded(head, origin, octets, out);
        }
        if (forward.forwarded()) {
            addForwarded(head, origin, octets, out);
        }
    }

    private static void addXForwarded(RequestHead head, Origin origin, byte[] octets, HeadBuffer out) {
        out.add(FOR);
        if (origin.believes(OriginField.X_FORWARDED_FOR)) {
            addEarlier(head, FieldName.X_FORWARDED_FOR, out);
        }
        out.add(origin.address());
        out.endLine();
        if (!origin.believes(OriginField.X_FORWARDED_PROTO) || absent(head, FieldName.X_FORWARDED_PROTO)) {
            out.add(PROTO);
            out.add(origin.ownAddress().scheme());
            out.endLine();
        }
        if (head.hostEnd() > head.hostAt()
                && (!origin.believes(OriginField.X_FORWARDED_HOST) || absent(head, FieldName.X_FORWARDED_HOST))) {
            out.add(FORWARDED_HOST);
            out.add(octets, head.hostAt(), head.hostEnd());
            out.endLine();
        }
        if (!origin.believes(OriginField.X_FORWARDED_PORT) || absent(head, FieldName.X_FORWARDED_PORT)) {
            out.add(FORWARDED_PORT);
            addPort(head, origin, octets, out);
            out.endLine();
        }
    }

    private static void addForwarded(RequestHead head, Origin origin, byte[] octets, HeadBuffer out) {
        out.add(FORWARDED);
        if (believesForwarded(head, origin)) {
            addEarlier(head, FieldName.FORWARDED, out);
        }
        out.add(FORWARDED_FOR);
        if (origin.isInet6()) {
            out.add(OPEN);
        }
        out.add(origin.address());
        if (origin.isInet6()) {
            out.add(CLOSE);
        }
        out.add(FORWARDED_PROTO);
        out.add(origin.ownAddress().scheme());
        if (head.hostEnd() > head.hostAt()) {
            out.add(HOST_PART);
            out.add(octets, head.hostAt(), head.hostEnd());
            out.add((byte) '"');
        }
        out.endLine();
    }

    /**
     * Adds the port that the client used. Java servers put it into redirects beside the host's name, so it follows the
     * host that is passed on: the port named there, else the usual one of the scheme, and the own port only where no
     * host is named.
     */
    private static void addPort(RequestHead head, Origin origin, byte[] octets, HeadBuffer out) {
        FieldLines lines = head.lines;
        int from = head.hostAt();
        int to = head.hostEnd();
        int host = origin.believes(OriginField.X_FORWARDED_HOST) ? line(head, FieldName.X_FORWARDED_HOST) : -1;
        if (host >= 0) {
            from = lines.valueAt[host];
            to = firstEnd(octets, from, lines.valueEnd[host]);
            if (!RequestTarget.isAuthority(octets, from, to)) {
                to = from;
            }
        } else if (from == to) {
            out.add(origin.ownAddress().port());
            return;
        }
        int digits = RequestTarget.portAt(octets, from, to);
        if (digits < to) {
            out.add(octets, digits, to);
            return;
        }
        int scheme = origin.believes(OriginField.X_FORWARDED_PROTO) ? line(head, FieldName.X_FORWARDED_PROTO) : -1;
        if (scheme < 0) {
            out.add(origin.ownAddress().tls() ? HTTPS_PORT : HTTP_PORT);
            return;
        }
        int end = firstEnd(octets, lines.valueAt[scheme], lines.valueEnd[scheme]);
        out.add(Octets.equalsLower(octets, lines.valueAt[scheme], end, HTTPS) ? HTTPS_PORT : HTTP_PORT);
    }

    /** End of the first element of a list, without blanks behind it: what the proxy nearest to the client said. */
    private static int firstEnd(byte[] octets, int from, int to) {
        int end = from;
        while (end < to && octets[end] != ',') {
            end++;
        }
        end = Octets.beforeBlanks(octets, from, end);
        return end;
    }

    private static boolean absent(RequestHead head, byte name) {
        return line(head, name) < 0;
    }

    /** The first line of a name; -1 when there is none. */
    private static int line(RequestHead head, byte name) {
        for (int k = 0; k < head.lines.count; k++) {
            if (head.lines.name[k] == name) {
                return k;
            }
        }
        return -1;
    }

    /** Adds the values of all lines of a name, each followed by a comma. */
    private static void addEarlier(RequestHead head, byte name, HeadBuffer out) {
        FieldLines lines = head.lines;
        for (int k = 0; k < lines.count; k++) {
            if (lines.name[k] == name && lines.valueEnd[k] > lines.valueAt[k]) {
                out.add(head.octets, lines.valueAt[k], lines.valueEnd[k]);
                out.add(COMMA);
            }
        }
    }
}
