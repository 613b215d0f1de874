// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Entry;
import io.evenkeel.config.yaml.Layout.Kind;
import io.evenkeel.config.yaml.Layout.Style;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place in a layout that a path leads to.
 *
 * @param holder the collection that has it, or would have it
 * @param index of the entry or item; -1 when there is none
 * @param step the key or index in the holder
 * @param rest of the path when it ends at a key that is not there
 */
record YamlTarget(Layout holder, int index, String step, List<String> rest) {

    private static final String MERGE = "<<";

    /**
     * Follows a path.
     *
     * @throws ConfigPatchException when something on the way is shared with other places, is not a collection, or a
     *     list has no such item
     */
    static YamlTarget find(Layout root, List<String> path) throws ConfigPatchException {
        Layout at = root;
        for (int i = 0; i < path.size(); i++) {
            String step = path.get(i);
            free(at, step);
            int index = index(at, step);
            List<String> rest = path.subList(i + 1, path.size());
            if (index < 0 && at.kind() == Kind.SEQUENCE) {
                throw new ConfigPatchException(at.place().line(), "the list has no item " + step);
            }
            if (index < 0 || rest.isEmpty()) {
                return new YamlTarget(at, index, step, rest);
            }
            at = value(at, index);
        }
        throw new IllegalArgumentException("an empty path");
    }

    private static void free(Layout layout, String step) throws ConfigPatchException {
        own(layout);
        if (layout.kind() == Kind.SCALAR) {
            throw new ConfigPatchException(
                    layout.place().line(), "'" + layout.text() + "' is a single value and has no '" + step + "'");
        }
        if (layout.entry(MERGE).isPresent()) {
            throw new ConfigPatchException(layout.place().line(), "the section merges another one with <<");
        }
    }

    /** Checks that a value belongs to its place alone. */
    static void own(Layout layout) throws ConfigPatchException {
        int line = layout.place().line();
        if (layout.kind() == Kind.ALIAS) {
            throw new ConfigPatchException(line, "the value is an alias, *" + layout.text() + ", of another value");
        }
        if (!layout.bound().isEmpty()) {
            throw new ConfigPatchException(
                    line, "the value carries " + layout.bound() + ", which other places may use");
        }
    }

    /** Checks that nothing inside a value is used elsewhere. */
    static void ownAll(Layout layout) throws ConfigPatchException {
        if (layout.kind() != Kind.ALIAS) {
            own(layout);
        }
        for (Layout item : layout.items()) {
            ownAll(item);
        }
        for (Entry entry : layout.entries()) {
            ownAll(entry.value());
        }
    }

    private static int index(Layout layout, String step) {
        if (layout.kind() == Kind.SEQUENCE) {
            int index = step.matches("[0-9]{1,9}") ? Integer.parseInt(step) : -1;
            return index < layout.items().size() ? index : -1;
        }
        for (int i = 0; i < layout.entries().size(); i++) {
            if (layout.entries().get(i).key().equals(step)) {
                return i;
            }
        }
        return -1;
    }

    private static Layout value(Layout holder, int index) {
        return holder.kind() == Kind.SEQUENCE
                ? holder.items().get(index)
                : holder.entries().get(index).value();
    }

    boolean isMissing() {
        return index < 0;
    }

    Layout value() {
        return value(holder, index);
    }

    /** The entry; null in a list. */
    @Nullable
    Entry entry() {
        return holder.kind() == Kind.SEQUENCE ? null : holder.entries().get(index);
    }

    /**
     * Offset of the dash of an item of a list that is written by indentation.
     *
     * @throws ConfigPatchException when something else stands on its line
     */
    int dash(String text, Lines lines, int at) throws ConfigPatchException {
        int begin = from(at);
        int dash = text.lastIndexOf('-', Math.max(0, begin - 1));
        if (dash < 0 || !text.substring(dash + 1, begin).isBlank() || !lines.isFirst(dash)) {
            throw new ConfigPatchException(value(holder, at).place().line(), "the item shares its line with others");
        }
        return dash;
    }

    boolean inFlow() {
        return holder.style() == Style.FLOW;
    }

    int size() {
        return holder.kind() == Kind.SEQUENCE
                ? holder.items().size()
                : holder.entries().size();
    }

    /** The start of the entry or item at an index, without the dash of a list. */
    int from(int at) {
        return holder.kind() == Kind.SEQUENCE
                ? holder.items().get(at).from()
                : holder.entries().get(at).from();
    }

    /** The end of the entry or item at an index. */
    int to(int at) {
        return holder.kind() == Kind.SEQUENCE
                ? holder.items().get(at).to()
                : Math.max(holder.entries().get(at).to(), value(holder, at).to());
    }
}
