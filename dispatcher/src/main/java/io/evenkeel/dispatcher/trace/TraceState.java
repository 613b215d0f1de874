// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;

/**
 * Passes the {@code tracestate} of a request on (W3C Trace Context, §3.3), on the octets and within bounds.
 *
 * <p>All lines count as one list. Of what is longer than 512 octets the members of more than 128 go first, then the
 * last ones; a member is passed on whole or not at all. A list with a malformed member is left out as a whole.
 */
final class TraceState {

    /** The most octets that are passed on. */
    static final int MOST = 512;

    /** The most members of a list. */
    static final int MOST_MEMBERS = 32;

    private static final int LARGE = 128;
    private static final int LONGEST_KEY = 256;
    private static final int LONGEST_VALUE = 256;
    private static final int LONGEST_TENANT = 241;
    private static final int LONGEST_SYSTEM = 14;

    private TraceState() {}

    /**
     * Adds the list's value to a head; nothing when there is none that may pass.
     *
     * @return octets that were added
     */
    static int write(RequestHead head, HeadBuffer out) {
        int before = out.length();
        int whole = length(head);
        if (whole <= 0) {
            return 0;
        }
        int members = 0;
        byte[] octets = head.octets();
        for (int line = 0; line < head.fields(); line++) {
            if (!head.isTracestate(line)) {
                continue;
            }
            int end = head.valueEnd(line);
            for (int at = head.valueAt(line); at <= end; ) {
                int comma = memberEnd(octets, at, end);
                int from = Octets.afterBlanks(octets, at, comma);
                int to = Octets.beforeBlanks(octets, from, comma);
                int used = out.length() - before;
                if (to > from && !(whole > MOST && to - from > LARGE)) {
                    int more = to - from + (used == 0 ? 0 : 1);
                    if (used + more > MOST || members == MOST_MEMBERS) {
                        return used;
                    }
                    if (used > 0) {
                        out.add((byte) ',');
                    }
                    out.add(octets, from, to);
                    members++;
                }
                at = comma + 1;
            }
        }
        return out.length() - before;
    }

    /** Octets of all members with the commas between them; -1 when one of them is malformed. */
    private static int length(RequestHead head) {
        int length = 0;
        byte[] octets = head.octets();
        for (int line = 0; line < head.fields(); line++) {
            if (!head.isTracestate(line)) {
                continue;
            }
            int end = head.valueEnd(line);
            for (int at = head.valueAt(line); at <= end; ) {
                int comma = memberEnd(octets, at, end);
                int from = Octets.afterBlanks(octets, at, comma);
                int to = Octets.beforeBlanks(octets, from, comma);
                if (to > from) {
                    if (!isMember(octets, from, to)) {
                        return -1;
                    }
                    length += to - from + (length == 0 ? 0 : 1);
                }
                at = comma + 1;
            }
        }
        return length;
    }

    private static int memberEnd(byte[] octets, int from, int to) {
        int end = from;
        while (end < to && octets[end] != ',') {
            end++;
        }
        return end;
    }

    private static boolean isMember(byte[] octets, int from, int to) {
        int equals = from;
        while (equals < to && octets[equals] != '=') {
            equals++;
        }
        int value = to - equals - 1;
        return equals < to
                && isKey(octets, from, equals)
                && value > 0
                && value <= LONGEST_VALUE
                && isValue(octets, equals + 1, to);
    }

    private static boolean isValue(byte[] octets, int from, int to) {
        for (int i = from; i < to; i++) {
            if (octets[i] < ' ' || octets[i] > '~' || octets[i] == '=') {
                return false;
            }
        }
        return true;
    }

    /** True for {@code lcalpha *255(...)}, or {@code tenant@system}. */
    private static boolean isKey(byte[] octets, int from, int to) {
        int at = -1;
        for (int i = from; i < to; i++) {
            if (octets[i] == '@' && at < 0) {
                at = i;
            } else if (!isKeyOctet(octets[i])) {
                return false;
            }
        }
        if (at < 0) {
            return to > from && to - from <= LONGEST_KEY && isLetter(octets[from]);
        }
        boolean tenant = at > from && at - from <= LONGEST_TENANT && (isLetter(octets[from]) || isDigit(octets[from]));
        return tenant && to - at - 1 > 0 && to - at - 1 <= LONGEST_SYSTEM && isLetter(octets[at + 1]);
    }

    private static boolean isKeyOctet(byte octet) {
        return isLetter(octet) || isDigit(octet) || octet == '_' || octet == '-' || octet == '*' || octet == '/';
    }

    private static boolean isLetter(byte octet) {
        return octet >= 'a' && octet <= 'z';
    }

    private static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }
}
