// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema.hint;

import java.util.Collection;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;

/** Guesses the word that a user meant to type. */
public final class Suggestion {

    private Suggestion() {}

    /** The word that is fewest edits away, when it is near enough to be meant; else null. */
    public static @Nullable String to(String typed, Collection<String> words) {
        int limit = Math.max(1, typed.length() / 3);
        LevenshteinDistance distance = new LevenshteinDistance(limit);
        String best = null;
        int least = limit + 1;
        for (String word : words) {
            int edits = distance.apply(typed, word);
            if (edits >= 0 && edits < least) {
                best = word;
                least = edits;
            }
        }
        return best;
    }
}
