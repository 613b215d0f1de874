// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The secret that all dispatchers of a service share: what one of them signs, the others accept.
 *
 * @param key signs; null when the configuration names none, and then the process uses one of its own
 * @param old accepted besides, so that a key can be replaced; null for none
 */
public record ClusterKey(@Nullable String key, @Nullable String old) {

    /** No key in the configuration. */
    public static final ClusterKey NONE = new ClusterKey(null, null);

    /** Hexadecimal digits of a key that this program has made, or {@code openssl rand -hex 32}. */
    public static final int DIGITS = 64;

    private static final Set<Integer> SHORTER = Set.of(32, 40, 48);

    /** True for a part of such a key: fewer hexadecimal digits and nothing else. */
    public static boolean isPart(String text) {
        return !text.isEmpty() && text.length() < DIGITS && text.chars().allMatch(HexFormat::isHexDigit);
    }

    /**
     * True for what seems to be a part of such a key, which would be another key without a word: fewer hexadecimal
     * digits, and not the 32, 40 or 48 of whole keys of other programs.
     */
    public static boolean isCut(String key) {
        return isPart(key) && !SHORTER.contains(key.length());
    }

    /** Says that there is a key, and not which. */
    @Override
    public String toString() {
        return key == null ? "no cluster key" : "a cluster key";
    }
}
