// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;

/**
 * Finds the value of one cookie in heads, as offsets into the array that was read.
 *
 * <p>An object is used for head after head and allocates nothing; the offsets are good until the next call. A value is
 * what stands between {@code =} and the next semicolon, without white space and quotes around it (RFC 6265 §5.2,
 * §5.4). Threads: one at a time.
 */
public final class CookieReader {

    private static final byte SEPARATOR = ';';
    private static final byte QUOTE = '"';

    private final byte[] name;
    private int valueAt;
    private int valueEnd;
    private int lineEnd;
    /** The line and the offset where the search goes on. */
    private int line;

    private int at;

    /** @param name of the cookie; its case matters */
    public CookieReader(String name) {
        this.name = Octets.ascii(name);
    }

    /** The offset of the value that was found first. */
    public int valueAt() {
        return valueAt;
    }

    /** The offset behind the value that was found first. */
    public int valueEnd() {
        return valueEnd;
    }

    /** The offset behind the attributes of the cookie that was found in an answer. */
    public int lineEnd() {
        return lineEnd;
    }

    /** Finds the first cookie of the name in a request; false when there is none. */
    public boolean first(RequestHead head) {
        if (head.known.cookieLine < 0) {
            return false;
        }
        line = head.known.cookieLine;
        at = head.lines.valueAt[line];
        return next(head);
    }

    /** Finds the next one in the same request; false when there is none. */
    public boolean next(RequestHead head) {
        while (true) {
            int to = head.lines.valueEnd[line];
            while (at < to) {
                int end = Octets.indexOf(head.octets, at, to, SEPARATOR);
                int nameAt = Octets.afterBlanks(head.octets, at, end);
                at = end + 1;
                if (isNamed(head.octets, nameAt, end)) {
                    found(head.octets, nameAt + name.length + 1, end);
                    return true;
                }
            }
            do {
                line++;
            } while (line < head.lines.count && head.lines.name[line] != FieldName.COOKIE);
            if (line == head.lines.count) {
                return false;
            }
            at = head.lines.valueAt[line];
        }
    }

    /** Looks for the cookie among those that an answer sets; false when there is none. Of several the last counts. */
    public boolean find(ResponseHead head) {
        boolean found = false;
        for (int k = 0; k < head.lines.count; k++) {
            if (head.lines.name[k] == FieldName.SET_COOKIE) {
                int from = head.lines.valueAt[k];
                int end = Octets.indexOf(head.octets, from, head.lines.valueEnd[k], SEPARATOR);
                if (isNamed(head.octets, from, end)) {
                    found(head.octets, from + name.length + 1, end);
                    lineEnd = head.lines.valueEnd[k];
                    found = true;
                }
            }
        }
        return found;
    }

    private boolean isNamed(byte[] octets, int from, int to) {
        return to - from > name.length
                && octets[from + name.length] == '='
                && Octets.startsWith(octets, from, to, name);
    }

    private void found(byte[] octets, int from, int to) {
        int start = Octets.afterBlanks(octets, from, to);
        int end = Octets.beforeBlanks(octets, start, to);
        if (end - start >= 2 && octets[start] == QUOTE && octets[end - 1] == QUOTE) {
            start++;
            end--;
        }
        valueAt = start;
        valueEnd = end;
    }

    /**
     * Looks for the cookie's name as a parameter of the path, in any case, as servlet containers write it for clients
     * without cookies: {@code /cart;jsessionid=…}. False when there is none.
     */
    public boolean findInPath(RequestHead head) {
        byte[] octets = head.octets;
        int end = Octets.indexOf(octets, head.target().pathAt(), head.target().end(), (byte) '?');
        for (int mark = Octets.indexOf(octets, head.target().pathAt(), end, SEPARATOR); mark < end; ) {
            int from = mark + 1;
            int to = from;
            while (to < end && octets[to] != SEPARATOR && octets[to] != '/') {
                to++;
            }
            if (isNamedLoosely(octets, from, to)) {
                valueAt = from + name.length + 1;
                valueEnd = to;
                return true;
            }
            mark = to < end && octets[to] == SEPARATOR ? to : Octets.indexOf(octets, to, end, SEPARATOR);
        }
        return false;
    }

    private boolean isNamedLoosely(byte[] octets, int from, int to) {
        if (to - from <= name.length || octets[from + name.length] != '=') {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (lower(octets[from + i]) != lower(name[i])) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
    }
}
