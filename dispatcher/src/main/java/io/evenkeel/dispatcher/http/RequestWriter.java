// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.dispatcher.http.text.Octets;
import io.evenkeel.dispatcher.settings.listener.ForwardSettings;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Writes the head that goes to a node for the head that came from a client.
 *
 * <p>The version becomes HTTP/1.1, the target origin-form; fields meant for the client's connection are left out, and so is
 * everything the client may not say about its own origin. Lines that stay are copied in runs, as they came. One object serves one client
 * connection, for which the fields about its origin are prepared once.
 *
 * <p>Sources: RFC 9110 §7.6, §7.2; RFC 9112 §3.2, §2.3; RFC 7239.
 */
public final class RequestWriter {

    private static final byte[] VERSION = Octets.ascii(" HTTP/1.1\r\n");
    private static final byte[] HOST = Octets.ascii("Host: ");
    private static final byte[] VIA_11 = Octets.ascii("Via: 1.1 evenkeel\r\n");
    private static final byte[] VIA_10 = Octets.ascii("Via: 1.0 evenkeel\r\n");
    private static final byte[] FOR = Octets.ascii("X-Forwarded-For: ");
    private static final byte[] PROTO = Octets.ascii("X-Forwarded-Proto: ");
    private static final byte[] FORWARDED_HOST = Octets.ascii("X-Forwarded-Host: ");
    private static final byte[] FORWARDED_PORT = Octets.ascii("X-Forwarded-Port: ");
    private static final byte[] HTTPS = Octets.ascii("https");
    private static final byte[] HTTP_PORT = Octets.ascii("80");
    private static final byte[] HTTPS_PORT = Octets.ascii("443");
    private static final byte[] FORWARDED = Octets.ascii("Forwarded: ");
    private static final byte[] HOST_PART = Octets.ascii(";host=\"");
    private static final byte[] CHUNKED = Octets.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] UPGRADE = Octets.ascii("Connection: Upgrade\r\nUpgrade: ");
    private static final byte[] MAX_FORWARDS = Octets.ascii("Max-Forwards: ");
    private static final byte[] SLASH = Octets.ascii("/");
    private static final byte[] ASTERISK = Octets.ascii("*");
    private static final byte[] COMMA = Octets.ascii(", ");

    private final ForwardSettings forward;
    private final boolean trusted;
    private final byte[] address;
    private final byte[] forwardedFor;
    private final byte[] proto;
    private final byte[] localAuthority;
    private final byte[] localPort;
    private final byte[] usualPort;

    /**
     * @param client the client's address as it is believed
     * @param local where the client connected, the host of requests that name none
     * @param trusted true when what the client says about the origin of its requests is passed on
     */
    public RequestWriter(
            ForwardSettings forward, InetSocketAddress client, InetSocketAddress local, boolean trusted, boolean tls) {
        this.forward = forward;
        this.trusted = trusted;
        String scheme = tls ? "https" : "http";
        String literal = literal(client.getAddress());
        this.address = Octets.ascii(literal);
        this.proto = Octets.ascii(scheme);
        String node = client.getAddress() instanceof Inet6Address ? "\"[" + literal + "]\"" : literal;
        this.forwardedFor = Octets.ascii("for=" + node + ";proto=" + scheme);
        String host = literal(local.getAddress());
        this.localAuthority = Octets.ascii((host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + local.getPort());
        this.localPort = Octets.ascii(Integer.toString(local.getPort()));
        this.usualPort = tls ? HTTPS_PORT : HTTP_PORT;
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    /** Writes the head for {@code head} into {@code out}, which is cleared first. */
    public void write(RequestHead head, HeadBuffer out) {
        out.clear();
        byte[] octets = head.octets;
        requestLine(head, octets, out);
        boolean hostMissing = head.hostLine < 0;
        if (hostMissing || head.target.isAbsolute()) {
            out.add(HOST);
            if (head.target.isAbsolute()) {
                out.add(octets, head.target.authorityAt, head.target.authorityEnd);
            } else {
                out.add(localAuthority);
            }
            out.endLine();
        }
        copyFields(head, octets, out);
        if (head.framing() == Framing.CHUNKED) {
            out.add(CHUNKED);
        }
        if (head.maxForwards() > 0) {
            out.add(MAX_FORWARDS);
            out.addNumber(head.maxForwards() - 1);
            out.endLine();
        }
        if (head.upgrades()) {
            out.add(UPGRADE);
            out.add(octets, head.lines.valueAt[head.upgradeLine], head.lines.valueEnd[head.upgradeLine]);
            out.endLine();
        }
        addOrigin(head, octets, out);
        out.endLine();
    }

    private static void requestLine(RequestHead head, byte[] octets, HeadBuffer out) {
        RequestTarget target = head.target;
        if (!target.isAbsolute()) {
            out.add(octets, head.start, target.end);
        } else {
            out.add(octets, head.start, head.methodEnd + 1);
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

    private void copyFields(RequestHead head, byte[] octets, HeadBuffer out) {
        FieldLines lines = head.lines;
        int run = 0;
        for (int k = 0; k < lines.count; k++) {
            if (stays(head, k)) {
                continue;
            }
            if (k > run) {
                out.add(octets, lines.at[run], lines.at[k]);
            }
            run = k + 1;
            if (lines.name[k] == FieldName.COOKIE && !nominated(head, k)) {
                UnwantedItem.CONSOLE_SESSION.copyWithout(octets, lines, k, out);
            }
        }
        if (lines.count > run) {
            out.add(octets, lines.at[run], lines.at[lines.count]);
        }
    }

    private boolean stays(RequestHead head, int k) {
        FieldLines lines = head.lines;
        switch (lines.name[k]) {
            case FieldName.CONTENT_LENGTH:
                return true;
            case FieldName.HOST:
                return !head.target.isAbsolute();
            case FieldName.CONNECTION,
                    FieldName.KEEP_ALIVE,
                    FieldName.HOP,
                    FieldName.UPGRADE,
                    FieldName.TRANSFER_ENCODING:
                return false;
            case FieldName.EXPECT:
                return head.expectsContinue();
            case FieldName.MAX_FORWARDS:
                return head.maxForwards() < 0;
            case FieldName.ORIGIN:
                return trusted;
            case FieldName.X_FORWARDED_PROTO, FieldName.X_FORWARDED_HOST, FieldName.X_FORWARDED_PORT:
                return trusted;
            case FieldName.X_FORWARDED_FOR:
                return trusted && !forward.xForwarded();
            case FieldName.FORWARDED:
                return trusted && !forward.forwarded();
            case FieldName.COOKIE:
                return !nominated(head, k)
                        && !UnwantedItem.CONSOLE_SESSION.isIn(head.octets, lines.valueAt[k], lines.valueEnd[k]);
            default:
                return !nominated(head, k);
        }
    }

    private static boolean nominated(RequestHead head, int k) {
        return head.options.nominates() && head.options.nominates(head.octets, head.lines.at[k], head.lines.nameEnd[k]);
    }

    private void addOrigin(RequestHead head, byte[] octets, HeadBuffer out) {
        if (forward.via()) {
            out.add(head.minorVersion() == 0 ? VIA_10 : VIA_11);
        }
        if (forward.xForwarded()) {
            out.add(FOR);
            if (trusted) {
                addEarlier(head, FieldName.X_FORWARDED_FOR, out);
            }
            out.add(address);
            out.endLine();
            if (!trusted || absent(head, FieldName.X_FORWARDED_PROTO)) {
                out.add(PROTO);
                out.add(proto);
                out.endLine();
            }
            if (head.hostEnd() > head.hostAt() && (!trusted || absent(head, FieldName.X_FORWARDED_HOST))) {
                out.add(FORWARDED_HOST);
                out.add(octets, head.hostAt(), head.hostEnd());
                out.endLine();
            }
            if (!trusted || absent(head, FieldName.X_FORWARDED_PORT)) {
                out.add(FORWARDED_PORT);
                addPort(head, octets, out);
                out.endLine();
            }
        }
        if (forward.forwarded()) {
            out.add(FORWARDED);
            if (trusted) {
                addEarlier(head, FieldName.FORWARDED, out);
            }
            out.add(forwardedFor);
            if (head.hostEnd() > head.hostAt()) {
                out.add(HOST_PART);
                out.add(octets, head.hostAt(), head.hostEnd());
                out.add((byte) '"');
            }
            out.endLine();
        }
    }

    /**
     * Adds the port that the client used. Java servers put it into redirects beside the host's name, so it follows the host that is
     * passed on: the port named there, else the usual one of the scheme, and the own port only where no host is named.
     */
    private void addPort(RequestHead head, byte[] octets, HeadBuffer out) {
        FieldLines lines = head.lines;
        int from = head.hostAt();
        int to = head.hostEnd();
        int host = trusted ? line(head, FieldName.X_FORWARDED_HOST) : -1;
        if (host >= 0) {
            from = lines.valueAt[host];
            to = firstEnd(octets, from, lines.valueEnd[host]);
            if (!RequestTarget.isAuthority(octets, from, to)) {
                to = from;
            }
        } else if (from == to) {
            out.add(localPort);
            return;
        }
        int digits = RequestTarget.portAt(octets, from, to);
        if (digits < to) {
            out.add(octets, digits, to);
            return;
        }
        int scheme = trusted ? line(head, FieldName.X_FORWARDED_PROTO) : -1;
        if (scheme < 0) {
            out.add(usualPort);
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
        while (end > from && (octets[end - 1] == ' ' || octets[end - 1] == '\t')) {
            end--;
        }
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
