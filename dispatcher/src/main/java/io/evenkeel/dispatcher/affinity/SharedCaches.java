// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.ResponseHead;

/** Tells whether an answer may be stored by caches between the dispatcher and its clients. */
final class SharedCaches {

    private static final byte[] CACHE_CONTROL = Octets.ascii("cache-control");
    private static final byte[] PUBLIC = Octets.ascii("public");
    private static final byte[] PRIVATE = Octets.ascii("private");
    private static final byte[] S_MAXAGE = Octets.ascii("s-maxage");
    private static final byte[] NO_STORE = Octets.ascii("no-store");
    private static final byte[] NO_CACHE = Octets.ascii("no-cache");
    private static final byte[] MAX_AGE = Octets.ascii("max-age");
    private static final byte[] EXPIRES = Octets.ascii("expires");
    private static final byte[] SURROGATE_CONTROL = Octets.ascii("surrogate-control");
    private static final byte[] CDN_CACHE_CONTROL = Octets.ascii("cdn-cache-control");

    private static final int SAYS_NOTHING = 0;
    private static final int ALLOWS = 1;
    private static final int FORBIDS = 2;

    private SharedCaches() {}

    /**
     * True when a cache that many users share may keep the answer for a time that the node has told (RFC 9111 §3): by
     * {@code Expires}, by {@code Surrogate-Control} or {@code CDN-Cache-Control}, or {@code Cache-Control} with {@code
     * public}, {@code s-maxage} or {@code max-age}, and without {@code private}, {@code no-store} and {@code no-cache}.
     * One pass over the lines; allocates nothing.
     */
    static boolean mayStore(ResponseHead head) {
        boolean allowed = false;
        for (int line = 0; line < head.fields(); line++) {
            if (head.isNamed(line, CACHE_CONTROL)) {
                int said = cacheControl(head.octets(), head.valueAt(line), head.valueEnd(line));
                if (said == FORBIDS) {
                    return false;
                }
                allowed |= said == ALLOWS;
            } else {
                allowed |= (head.isNamed(line, EXPIRES) && isToCome(head, line))
                        || head.isNamed(line, SURROGATE_CONTROL)
                        || head.isNamed(line, CDN_CACHE_CONTROL);
            }
        }
        return allowed;
    }

    /** The directives of one line: whether they allow shared caches to store, forbid it, or say nothing of it. */
    private static int cacheControl(byte[] octets, int from, int to) {
        int said = SAYS_NOTHING;
        for (int at = from; at < to; ) {
            int end = Octets.indexOf(octets, at, to, (byte) ',');
            int word = Octets.afterBlanks(octets, at, end);
            if (isWord(octets, word, end, PRIVATE)
                    || isWord(octets, word, end, NO_STORE)
                    || isWord(octets, word, end, NO_CACHE)) {
                return FORBIDS;
            }
            if (isWord(octets, word, end, PUBLIC)
                    || hasTime(octets, word, end, S_MAXAGE)
                    || hasTime(octets, word, end, MAX_AGE)) {
                said = ALLOWS;
            }
            at = end + 1;
        }
        return said;
    }

    /** True for a date that is not one of those long ago by which applications forbid caches: its year counts. */
    private static boolean isToCome(ResponseHead head, int line) {
        byte[] octets = head.octets();
        for (int i = head.valueAt(line); i + 4 <= head.valueEnd(line); i++) {
            if (octets[i] == '2' && octets[i + 1] == '0' && octets[i + 2] >= '2' && Octets.isDigit(octets[i + 3])) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(byte[] octets, int from, int to, byte[] name) {
        int end = Octets.beforeBlanks(octets, from, to);
        return Octets.equalsLower(octets, from, end, name);
    }

    /** True for {@code name=number} other than 0. */
    private static boolean hasTime(byte[] octets, int from, int to, byte[] name) {
        int end = from + name.length;
        return end < to
                && Octets.equalsLower(octets, from, end, name)
                && octets[end] == '='
                && end + 1 < to
                && octets[end + 1] != '0';
    }
}
