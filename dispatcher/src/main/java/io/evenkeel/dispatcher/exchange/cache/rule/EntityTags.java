// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;
import java.util.Arrays;

/** Entity tags, and lists of them (RFC 9110 §8.8.3, §13.1.2). */
public final class EntityTags {

    private EntityTags() {}

    /** True for a tag that says that octets are equal, and not only their meaning. */
    public static boolean isStrong(byte[] tag) {
        return tag.length >= 2 && tag[0] == '"' && tag[tag.length - 1] == '"';
    }

    /** True for a well-formed tag, strong or weak. */
    public static boolean isTag(byte[] octets, int from, int to) {
        int at = opaqueAt(octets, from, to);
        if (to - at < 2 || octets[at] != '"' || octets[to - 1] != '"') {
            return false;
        }
        for (int i = at + 1; i < to - 1; i++) {
            if (octets[i] == '"' || (octets[i] >= 0 && octets[i] <= ' ')) {
                return false;
            }
        }
        return true;
    }

    private static int opaqueAt(byte[] octets, int from, int to) {
        return to - from >= 2 && octets[from] == 'W' && octets[from + 1] == '/' ? from + 2 : from;
    }

    /** True when a list, or {@code *}, has a tag, by the weak comparison. */
    public static boolean has(byte[] octets, int from, int to, byte[] tag) {
        return (to - from == 1 && octets[from] == '*') || names(octets, from, to, tag, false);
    }

    /** True when a list has a tag as a weak one, whatever the tag itself is. */
    static boolean hasWeak(byte[] octets, int from, int to, byte[] tag) {
        return names(octets, from, to, tag, true);
    }

    private static boolean names(byte[] octets, int from, int to, byte[] tag, boolean weak) {
        int mine = opaqueAt(tag, 0, tag.length);
        int at = from;
        while (at < to) {
            while (at < to && (octets[at] == ',' || octets[at] == Octets.SP || octets[at] == Octets.HTAB)) {
                at++;
            }
            int open = opaqueAt(octets, at, to);
            if (open >= to || octets[open] != '"') {
                return false;
            }
            int close = Octets.indexOf(octets, open + 1, to, (byte) '"');
            if (close == to) {
                return false;
            }
            boolean fits = !weak || open > at;
            if (fits && Arrays.equals(octets, open, close + 1, tag, mine, tag.length)) {
                return true;
            }
            at = close + 1;
        }
        return false;
    }
}
