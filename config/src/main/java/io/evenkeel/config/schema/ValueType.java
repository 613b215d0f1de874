// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kinds of values that are allowed. */
public sealed interface ValueType {

    /** The section that it is, or that each of its names or items is; empty for single values. */
    default Optional<Section> section() {
        if (this instanceof Listing listing) {
            return listing.item().section();
        } else if (this instanceof NamedValues table) {
            return table.value().section();
        }
        return this instanceof Section own ? Optional.of(own) : Optional.empty();
    }

    /** The single value that it is; empty for everything else. */
    default Optional<Word<?>> word() {
        return this instanceof Word<?> own ? Optional.of(own) : Optional.empty();
    }

    /** The single value that each item of a list is; empty for everything else. */
    default Optional<Word<?>> each() {
        return this instanceof Listing listing ? listing.item().word() : Optional.empty();
    }

    /**
     * A single value.
     *
     * @param title for people: {@code duration}
     * @param expectation completes "must be …"
     * @param forms the ways to write it; one of them must fit
     * @param parse the value of a text that fits a form; throws IllegalArgumentException with a sentence when it
     *     still cannot be used
     */
    record Word<T>(String title, String expectation, List<Form> forms, Function<String, T> parse) implements ValueType {

        /** True when an unquoted text fits. */
        public boolean accepts(String text) {
            return forms.stream().anyMatch(form -> form.fits(text, Form.JsonType.of(text)));
        }

        /** True when a text in quotes fits. */
        public boolean acceptsText(String text) {
            return forms.stream().anyMatch(form -> form.fits(text, Form.JsonType.STRING));
        }

        /** The words that it must be one of; empty when it may be others. */
        public List<String> choices() {
            List<String> words = new ArrayList<>();
            for (Form form : forms) {
                if (form instanceof Form.OneOf choice) {
                    words.addAll(choice.words());
                } else if (form instanceof Form.Truth) {
                    words.addAll(List.of("true", "false"));
                } else {
                    return List.of();
                }
            }
            return words;
        }

        /** The same with one more word that has a value of its own. */
        public Word<T> or(String word, T value) {
            List<Form> more = new ArrayList<>(forms);
            more.add(new Form.OneOf(List.of(word)));
            return new Word<>(
                    title + " or `" + word + "`",
                    expectation + ", or " + word,
                    List.copyOf(more),
                    text -> text.equals(word) ? value : parse.apply(text));
        }
    }

    /**
     * A list of at least {@code min} items.
     *
     * @param alone an item may stand in the place of the list that has no other
     */
    record Listing(ValueType item, int min, boolean alone) implements ValueType {

        public Listing(ValueType item, int min) {
            this(item, min, false);
        }
    }

    /**
     * Values under names that the user chooses.
     *
     * @param name the names that are allowed
     * @param min the fewest values, 0 or 1
     */
    record NamedValues(ValueType value, Word<String> name, int min) implements ValueType {

        /** At least one section under a name. */
        public NamedValues(Section value) {
            this(value, ScalarTypes.NAME);
        }

        /** At least one value under a name. */
        public NamedValues(ValueType value, Word<String> name) {
            this(value, name, 1);
        }
    }

    /**
     * Keys with values.
     *
     * @param name for people, and the name of the definition in the schema
     * @param shorthand a single value in the place of the section stands for this key; null when there is no such
     *     form
     * @param off the section may be written {@code off} (or {@code false})
     * @param others the type of keys that are not listed, which other code checks; null when there may be none
     */
    record Section(
            String name,
            List<Key> keys,
            @Nullable String shorthand,
            boolean off,
            @Nullable Word<?> others) implements ValueType {

        public static Section of(String name, Key... keys) {
            return new Section(name, List.of(keys), null, false, null);
        }

        public Section withShorthand(String key) {
            return new Section(name, keys, key, off, others);
        }

        public Section withOff() {
            return new Section(name, keys, shorthand, true, others);
        }

        public Section withOthers(Word<?> type) {
            return new Section(name, keys, shorthand, off, type);
        }

        /**
         * The section under a key, or that of each name or item under it.
         *
         * @throws IllegalArgumentException when there is none
         */
        public Section below(String key) {
            return key(key).flatMap(found -> found.type().section())
                    .orElseThrow(() -> new IllegalArgumentException("no section " + key + " in " + name));
        }

        public Optional<Key> key(String wanted) {
            return keys.stream().filter(key -> key.name().equals(wanted)).findFirst();
        }
    }
}
