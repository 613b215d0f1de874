// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of settings of another product that have no counterpart.
 *
 * @param names a pattern for the whole name, or for all words of the line
 * @param effect what is lost, or why nothing is needed; one sentence without a full stop
 * @param advice the remedy; empty when there is none, null for a setting that is not needed
 */
public record Meaning(
        Pattern names, String effect, @Nullable String advice) {

    /** The meaning of settings whose name fits a pattern. */
    public static Meaning of(String names, String effect, @Nullable String advice) {
        return new Meaning(Pattern.compile(names), effect, advice);
    }

    /** The meaning of lines that begin with some words, separated by blanks. */
    public static Meaning ofStart(String words, String effect, @Nullable String advice) {
        return new Meaning(Pattern.compile(Pattern.quote(words) + ".*", Pattern.DOTALL), effect, advice);
    }

    /** The first of some meanings that fits a name; null when none does. */
    public static @Nullable Meaning find(List<Meaning> meanings, String name) {
        return meanings.stream()
                .filter(each -> each.names.matcher(name).matches())
                .findFirst()
                .orElse(null);
    }
}
