// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.HostForm;

/**
 * The request target and its parts, as offsets (RFC 9112 §3.2).
 *
 * <p>A gateway sends origin-form or asterisk-form on, whatever form came in.
 */
public final class RequestTarget {

    private static final int LONGEST_HOST = 1024;
    private static final byte[] HTTP = Octets.ascii("http");
    private static final byte[] HTTPS = Octets.ascii("https");

    int at;
    int end;
    int authorityAt;
    int authorityEnd;

    /** Path and query within the target; empty for asterisk-form and for an absolute-form without a path. */
    int pathAt;

    private boolean absolute;
    private boolean asterisk;

    /** Finds the parts; false when the form is malformed or does not suit the method. */
    boolean understand(byte[] octets, Method method) {
        absolute = false;
        asterisk = false;
        pathAt = at;
        if (at == end) {
            return false;
        }
        if (octets[at] == '/') {
            return true;
        }
        if (octets[at] == '*') {
            asterisk = true;
            pathAt = end;
            return end - at == 1 && method == Method.OPTIONS;
        }
        return understandAbsolute(octets, method);
    }

    private boolean understandAbsolute(byte[] octets, Method method) {
        int colon = at;
        while (colon < end && octets[colon] != ':') {
            colon++;
        }
        boolean web = Octets.equalsLower(octets, at, colon, HTTP) || Octets.equalsLower(octets, at, colon, HTTPS);
        if (!web || end - colon < 3 || octets[colon + 1] != '/' || octets[colon + 2] != '/') {
            return false;
        }
        authorityAt = colon + 3;
        int i = authorityAt;
        while (i < end && octets[i] != '/' && octets[i] != '?') {
            i++;
        }
        authorityEnd = i;
        pathAt = i;
        absolute = true;
        asterisk = i == end && method == Method.OPTIONS;
        return isHost(octets, authorityAt, authorityEnd);
    }

    /** True when the range is an authority of a length that is accepted for the host of a request. */
    static boolean isHost(byte[] octets, int from, int to) {
        return to - from <= LONGEST_HOST && isAuthority(octets, from, to);
    }

    /** True when the range is a non-empty host, optionally with a port, and nothing else. */
    static boolean isAuthority(byte[] octets, int from, int to) {
        int end = HostForm.end(octets, from, to);
        return end == to || (end >= 0 && isPort(octets, end, to));
    }

    /** Start of the port's digits in the authority {@code [from, to)}; {@code to} when it names no port. */
    static int portAt(byte[] octets, int from, int to) {
        int i = to;
        while (i > from && Octets.isDigit(octets[i - 1])) {
            i--;
        }
        return i > from && octets[i - 1] == ':' ? i : to;
    }

    private static boolean isPort(byte[] octets, int colon, int to) {
        if (octets[colon] != ':' || to - colon > 6) {
            return false;
        }
        int port = 0;
        for (int i = colon + 1; i < to; i++) {
            if (!Octets.isDigit(octets[i])) {
                return false;
            }
            port = port * 10 + octets[i] - '0';
        }
        return port <= 65535;
    }

    /** True when the target named the host itself. */
    public boolean isAbsolute() {
        return absolute;
    }

    /** True when the request is about the server as a whole: {@code OPTIONS *}. */
    public boolean isAsterisk() {
        return asterisk;
    }

    /** Start of path and query in the array that was read. */
    public int pathAt() {
        return pathAt;
    }

    /** End of path and query. */
    public int end() {
        return end;
    }
}
