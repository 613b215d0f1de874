// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.util.List;
import java.util.Optional;

/**
 * A value of a YAML text as it is written: its place and its style. References such as {@code ${env:NAME}} are not
 * replaced and aliases not followed.
 *
 * @param place of the first character
 * @param from offset of the first character of the value in UTF-16 units
 * @param to offset behind its last character; blanks and comments behind it do not belong to it
 * @param text of a scalar without its quotes, or the name of an alias; empty for the others
 * @param style of its notation
 * @param bound an anchor or a tag that the value carries, as it is written; empty for none
 * @param entries of a mapping, in the order of the text
 * @param items of a sequence
 */
public record Layout(
        Kind kind,
        TextPlace place,
        int from,
        int to,
        String text,
        Style style,
        String bound,
        List<Entry> entries,
        List<Layout> items) {

    public Layout {
        entries = List.copyOf(entries);
        items = List.copyOf(items);
    }

    /** The kind of a value. */
    public enum Kind {
        SCALAR,
        MAPPING,
        SEQUENCE,
        ALIAS
    }

    /** The notation of a value. */
    public enum Style {
        /** A scalar without quotes. */
        PLAIN,
        /** A scalar in single or double quotes. */
        QUOTED,
        /** A scalar on lines of its own, after {@code |} or {@code >}. */
        LINES,
        /** A collection in braces or brackets. */
        FLOW,
        /** A collection by indentation. */
        BLOCK
    }

    /**
     * A key and its value.
     *
     * @param place of the key
     * @param from offset of the first character of the key
     * @param to offset behind the key's last character
     */
    public record Entry(String key, TextPlace place, int from, int to, Layout value) {}

    /** The entry of a key of a mapping. */
    public Optional<Entry> entry(String key) {
        return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }

    /** The value at a path of keys, and for sequences of indices from 0. */
    public Optional<Layout> find(List<String> path) {
        Optional<Layout> at = Optional.of(this);
        for (String step : path) {
            at = at.flatMap(layout -> layout.child(step));
        }
        return at;
    }

    private Optional<Layout> child(String step) {
        if (kind == Kind.SEQUENCE) {
            int index = step.matches("[0-9]{1,9}") ? Integer.parseInt(step) : -1;
            return index >= 0 && index < items.size() ? Optional.of(items.get(index)) : Optional.empty();
        }
        return entry(step).map(Entry::value);
    }

    /** True when the value, or a part of it, is put in from elsewhere when the file is read. */
    public boolean refers() {
        return kind == Kind.ALIAS || (kind == Kind.SCALAR && text.contains("${"));
    }
}
