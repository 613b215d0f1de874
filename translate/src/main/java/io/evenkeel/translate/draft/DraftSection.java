// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.SourceLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keys and values in the order in which they were first set, each with the lines it comes from. */
public final class DraftSection {

    /** A value that is written as it is: a number, a duration, a size or a word of the grammar. */
    record DraftWord(String word) {}

    /**
     * A value of a section.
     *
     * @param value a String, a DraftWord, a DraftSection, or a List of Strings, DraftWords or DraftSections
     */
    record DraftValue(Object value, Set<SourceLine> from) {}

    private final Map<String, DraftValue> entries = new LinkedHashMap<>();
    private final FreshNames names = new FreshNames();
    private final boolean inline;
    private final @Nullable SourceLine origin;

    private DraftSection(boolean inline, @Nullable SourceLine origin) {
        this.inline = inline;
        this.origin = origin;
    }

    static DraftSection root() {
        return new DraftSection(false, null);
    }

    /** Rules of a route, which are put into one with {@link #take}. */
    public static DraftSection rules() {
        return new DraftSection(true, null);
    }

    /** The same entries in a section of its own; lists can be added to without changing this one. */
    DraftSection copy() {
        DraftSection copy = new DraftSection(inline, origin);
        copy.take(this);
        return copy;
    }

    /** Takes over all entries of another section; earlier values of the same keys are replaced. */
    public void take(DraftSection other) {
        entries.putAll(other.entries);
    }

    /** The names of what is below it. */
    FreshNames names() {
        return names;
    }

    boolean isInline() {
        return inline;
    }

    @Nullable
    SourceLine origin() {
        return origin;
    }

    Map<String, DraftValue> entries() {
        return entries;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    public boolean has(String key) {
        return entries.containsKey(key);
    }

    /** The text or literal under a key; null when there is none. */
    public @Nullable String find(String key) {
        DraftValue entry = entries.get(key);
        if (entry == null) {
            return null;
        }
        return entry.value() instanceof DraftWord literal
                ? literal.word()
                : entry.value() instanceof String text ? text : null;
    }

    /** True when there is a list under a key that has something in it. */
    public boolean lists(String key) {
        DraftValue entry = entries.get(key);
        return entry != null && entry.value() instanceof List<?> list && !list.isEmpty();
    }

    /** Sets a text; an earlier value is replaced. */
    public void text(String key, String value, SourceLine... from) {
        put(key, value, from);
    }

    /** Sets a number, a duration, a size or a word of the grammar; an earlier value is replaced. */
    public void literal(String key, String word, SourceLine... from) {
        put(key, new DraftWord(word), from);
    }

    /** Sets a list of texts, or adds to it those that it does not have. */
    public void texts(String key, List<String> values, SourceLine... from) {
        add(key, new ArrayList<Object>(values), from);
    }

    /** Sets a list of words of the grammar, or adds to it those that it does not have. */
    public void literals(String key, List<String> words, SourceLine... from) {
        add(key, new ArrayList<Object>(words.stream().map(DraftWord::new).toList()), from);
    }

    private void add(String key, List<Object> values, SourceLine... from) {
        DraftValue known = entries.get(key);
        Set<Object> all = new LinkedHashSet<>(known == null ? List.of() : (List<?>) known.value());
        all.addAll(values);
        Set<SourceLine> lines = new LinkedHashSet<>(known == null ? Set.of() : known.from());
        lines.addAll(List.of(from));
        entries.put(key, new DraftValue(new ArrayList<>(all), lines));
    }

    private void put(String key, Object value, SourceLine... from) {
        entries.put(key, new DraftValue(value, new LinkedHashSet<>(List.of(from))));
    }

    public void remove(String key) {
        entries.remove(key);
    }

    /** The section under a key, made when there is none. */
    public DraftSection section(String key, SourceLine... from) {
        DraftValue known = entries.get(key);
        if (known != null && known.value() instanceof DraftSection section) {
            return section;
        }
        DraftSection made = new DraftSection(false, null);
        put(key, made, from);
        return made;
    }

    /** Adds a section to the list under a key. */
    public DraftSection item(String key, boolean onOneLine, SourceLine from) {
        DraftSection made = new DraftSection(onOneLine, from);
        sections(key).add(made);
        return made;
    }

    /** The list of sections under a key, made when there is none. */
    @SuppressWarnings("unchecked")
    public List<DraftSection> sections(String key) {
        return (List<DraftSection>) entries.computeIfAbsent(
                        key, any -> new DraftValue(new ArrayList<DraftSection>(), new LinkedHashSet<>()))
                .value();
    }
}
