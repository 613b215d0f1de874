// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.source.SourceLine;
import java.util.List;
import java.util.Set;

/**
 * A line with at least one word.
 *
 * @param words without quotes and escapes; references to the environment are marked
 */
record HaproxyLine(SourceLine at, List<String> words) {

    /** The words of a text as a set. */
    static Set<String> wordsOf(String text) {
        return Set.of(text.strip().split("\\s+", -1));
    }

    /** The word at a place; empty when the line is shorter. */
    String word(int index) {
        return index < words.size() ? words.get(index) : "";
    }

    /** True when the line begins with these words. */
    boolean begins(String... start) {
        return words.size() >= start.length && words.subList(0, start.length).equals(List.of(start));
    }

    /** The words from a place on. */
    List<String> from(int index) {
        return words.subList(Math.min(index, words.size()), words.size());
    }

    /** The word that follows another one; empty when there is none. */
    String after(String word) {
        int place = words.indexOf(word);
        return place < 0 ? "" : word(place + 1);
    }

    /** The line for a message, without passwords. */
    String shown() {
        boolean secret = words.contains("password")
                || words.contains("insecure-password")
                || begins("stats", "auth")
                || begins("user");
        return secret ? word(0) + " " + word(1) + " ..." : String.join(" ", words);
    }
}
