// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed YAML value with its place. Immutable. */
public sealed interface Tree {

    TextPlace place();

    /** A description for people: {@code a list}, {@code a section of keys}, {@code the text 'x'}. */
    String describe();

    /**
     * A single value.
     *
     * @param text after substitution
     * @param plain written without quotes, so that {@code 1} is a number and {@code true} a truth value
     * @param origin {@code env:NAME} or {@code file:/path} when the text came from there; null when it stands in
     *     the file
     * @param isLost true when a reference in it could not be replaced, which has been said; then the text is as written
     */
    record Leaf(
            TextPlace place,
            String text,
            boolean plain,
            @Nullable String origin,
            boolean isLost) implements Tree {

        /** True for an empty value, {@code null} and {@code ~} without quotes. */
        public boolean isNull() {
            return plain
                    && origin == null
                    && switch (text) {
                        case "", "~", "null", "Null", "NULL" -> true;
                        default -> false;
                    };
        }

        @Override
        public String describe() {
            return isNull() ? "nothing" : "'" + text + "'";
        }
    }

    /** A list. */
    record Sequence(TextPlace place, List<Tree> items) implements Tree {

        @Override
        public String describe() {
            return "a list";
        }
    }

    /** Keys with values, in the order of the text; keys are unique. */
    record Mapping(TextPlace place, List<TreeEntry> entries) implements Tree {

        @Override
        public String describe() {
            return "a section of keys";
        }
    }

    /** A key and its value. */
    record TreeEntry(Leaf key, Tree value) {}
}
