// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.head;

import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;

/**
 * The words of a trusted peer about the origin of a request, as far as they go on to nodes and could change their
 * answers: they belong to the key. Of all others the gateway says it itself, out of what is in the key.
 *
 * <p>Only addresses of clients and proxies are left out, because each client would have answers of its own otherwise,
 * and only where they are nothing but addresses: whatever else stands in their place is a word that a page may show.
 * Any thread.
 */
public final class OriginWords {

    private static final byte[] PROTO = Octets.ascii("x-forwarded-proto");
    private static final byte[] HOST = Octets.ascii("x-forwarded-host");
    private static final byte[] PORT = Octets.ascii("x-forwarded-port");
    private static final byte[] CLIENTS = Octets.ascii("x-forwarded-for");
    private static final byte[] CLIENT = Octets.ascii("x-real-ip");
    private static final byte[] FORWARDED = Octets.ascii("forwarded");
    private static final byte[] FOR = Octets.ascii("for=");
    private static final byte[] BY = Octets.ascii("by=");
    private static final byte[] UNKNOWN = Octets.ascii("unknown");
    private static final int LONGEST_ADDRESS = 60;

    private OriginWords() {}

    /** The words of a request, one line each; empty for those of peers that are not trusted. */
    public static String of(RequestHead head, Origin origin) {
        if (!origin.trusted()) {
            return "";
        }
        HeadBuffer told = new HeadBuffer(64);
        for (int k = 0; k < head.fields(); k++) {
            if (isWord(head, k, origin)) {
                told.addLower(head.octets(), head.nameAt(k), head.nameEnd(k));
                told.add((byte) ':');
                told.add(head.octets(), head.valueAt(k), head.valueEnd(k));
                told.endLine();
            } else if (head.isNamed(k, FORWARDED) && origin.believes(OriginField.FORWARDED)) {
                told.add(FORWARDED);
                told.add((byte) ':');
                withoutAddresses(head.octets(), head.valueAt(k), head.valueEnd(k), told);
                told.endLine();
            }
        }
        return new String(told.octets(), 0, told.length(), StandardCharsets.ISO_8859_1);
    }

    private static boolean isWord(RequestHead head, int k, Origin origin) {
        boolean plain = (head.isNamed(k, PROTO) && origin.believes(OriginField.X_FORWARDED_PROTO))
                || (head.isNamed(k, HOST) && origin.believes(OriginField.X_FORWARDED_HOST))
                || (head.isNamed(k, PORT) && origin.believes(OriginField.X_FORWARDED_PORT));
        boolean clients = (head.isNamed(k, CLIENTS) && origin.believes(OriginField.X_FORWARDED_FOR))
                || (head.isNamed(k, CLIENT) && origin.believes(OriginField.X_REAL_IP));
        return plain || (clients && !areAddresses(head.octets(), head.valueAt(k), head.valueEnd(k)));
    }

    /** True for a list of addresses, with ports or without. */
    private static boolean areAddresses(byte[] octets, int from, int to) {
        for (int at = from; at < to; ) {
            int end = Octets.indexOf(octets, at, to, (byte) ',');
            if (!isAddress(octets, Octets.afterBlanks(octets, at, end), end)) {
                return false;
            }
            at = end + 1;
        }
        return true;
    }

    /**
     * Adds a Forwarded value without the pairs that name addresses. The marks between pairs stay, because it depends on
     * them which proxy has said what.
     */
    private static void withoutAddresses(byte[] octets, int from, int to, HeadBuffer out) {
        for (int at = from; at < to; ) {
            int end = pairEnd(octets, at, to);
            int first = Octets.afterBlanks(octets, at, end);
            int value = isNamed(octets, first, end, FOR)
                    ? first + FOR.length
                    : isNamed(octets, first, end, BY) ? first + BY.length : -1;
            if (value < 0 || !isAddress(octets, value, end)) {
                out.add(octets, first, end);
            }
            if (end < to) {
                out.add(octets[end]);
            }
            at = end + 1;
        }
    }

    private static boolean isNamed(byte[] octets, int from, int to, byte[] name) {
        return to - from >= name.length && Octets.equalsLower(octets, from, from + name.length, name);
    }

    /** True for an address with a port or without, in quotes or not, and for "unknown". */
    private static boolean isAddress(byte[] octets, int from, int to) {
        int end = Octets.beforeBlanks(octets, from, to);
        int at = from;
        if (end - at >= 2 && octets[at] == '"' && octets[end - 1] == '"') {
            at++;
            end--;
        }
        if (Octets.equalsLower(octets, at, end, UNKNOWN)) {
            return true;
        }
        if (end - at > LONGEST_ADDRESS) {
            return false;
        }
        if (at < end && octets[at] == '[') {
            int close = Octets.indexOf(octets, at, end, (byte) ']');
            return close < end && isIpv6(octets, at + 1, close) && isPort(octets, close + 1, end);
        }
        int colon = Octets.indexOf(octets, at, end, (byte) ':');
        return (isIpv4(octets, at, colon) && isPort(octets, colon, end)) || isIpv6(octets, at, end);
    }

    /** True for digits with three dots between them. */
    private static boolean isIpv4(byte[] octets, int from, int to) {
        int dots = 0;
        for (int i = from; i < to; i++) {
            if (octets[i] == '.') {
                dots++;
            } else if (!Octets.isDigit(octets[i])) {
                return false;
            }
        }
        return dots == 3;
    }

    /** True for hexadecimal digits with two colons or more between them, and dots for an end of IPv4. */
    private static boolean isIpv6(byte[] octets, int from, int to) {
        int colons = 0;
        for (int i = from; i < to; i++) {
            if (octets[i] == ':') {
                colons++;
            } else if (octets[i] != '.' && Octets.hex(octets[i]) < 0) {
                return false;
            }
        }
        return colons >= 2;
    }

    /** True for nothing, and for a colon and digits. */
    private static boolean isPort(byte[] octets, int from, int to) {
        for (int i = from; i < to; i++) {
            if (i == from ? octets[i] != ':' : !Octets.isDigit(octets[i])) {
                return false;
            }
        }
        return true;
    }

    /** The mark behind a pair, or the end; marks in quotes end none. */
    private static int pairEnd(byte[] octets, int from, int to) {
        boolean quoted = false;
        for (int i = from; i < to; i++) {
            if (octets[i] == '"') {
                quoted = !quoted;
            } else if (quoted && octets[i] == '\\') {
                i++;
            } else if (!quoted && (octets[i] == ';' || octets[i] == ',')) {
                return i;
            }
        }
        return to;
    }
}
