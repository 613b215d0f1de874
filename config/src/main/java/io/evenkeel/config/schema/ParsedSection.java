// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.yaml.TextPlace;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A section as read: each key with its parsed value, its place and where the value came from.
 *
 * <p>A key that is absent or wrong has no value, so later checks can go on with the rest; once there are no errors,
 * every key that is required or has a default has a value.
 */
public final class ParsedSection {

    /**
     * A value.
     *
     * @param value the result of {@link ValueType.Word#parse} for the text, a ParsedSection, or a List of items
     * @param text as written after substitution; empty for sections and lists
     * @param place of the value; for a default, of the section
     * @param origin of the value
     */
    public record Item(Object value, String text, TextPlace place, ValuePlace origin) {

        @SuppressWarnings("unchecked")
        public List<Item> items() {
            return (List<Item>) value;
        }
    }

    /**
     * The origin of a value.
     *
     * @param line of the file; 0 for a default
     * @param reference {@code env:NAME} or {@code file:/path}; null when the file itself says it
     */
    public record ValuePlace(int line, @Nullable String reference) {

        static final ValuePlace DEFAULT = new ValuePlace(0, null);

        public boolean isDefault() {
            return line == 0;
        }
    }

    private final Section section;
    private final TextPlace place;
    private final boolean off;
    private final Map<String, Item> items = new LinkedHashMap<>();
    private final Map<String, TextPlace> keys = new LinkedHashMap<>();

    ParsedSection(Section section, TextPlace place, boolean off) {
        this.section = section;
        this.place = place;
        this.off = off;
    }

    void put(String key, Item item) {
        items.put(key, item);
    }

    void keyAt(String key, TextPlace where) {
        keys.put(key, where);
    }

    public Section section() {
        return section;
    }

    /** The word that stands for this section when something is wrong with it as a whole. */
    public TextPlace place() {
        return place;
    }

    /** True when it was written {@code off}; then it has no items. */
    public boolean isOff() {
        return off;
    }

    public Map<String, Item> items() {
        return Collections.unmodifiableMap(items);
    }

    /** True when the file gives the key, rightly or wrongly. */
    public boolean gives(String key) {
        return keys.containsKey(key);
    }

    /** The keys the file gives, rightly or wrongly. */
    public Set<String> given() {
        return Collections.unmodifiableSet(keys.keySet());
    }

    /** Changes the default of a single-value key for this section; does nothing when the file gives the key. */
    public void assume(String key, String fallback) {
        Key known = section.key(key).orElseThrow();
        if (!gives(key) && known.type() instanceof Word<?> word) {
            put(key, new Item(word.parse().apply(fallback), fallback, place, ValuePlace.DEFAULT));
        }
    }

    /** The place of the key's value, else of the key, else of the section. */
    public TextPlace placeOf(String key) {
        Item item = items.get(key);
        if (item != null && !item.origin().isDefault()) {
            return item.place();
        }
        return keys.getOrDefault(key, place);
    }

    /** The place of the key itself, else of the section. */
    public TextPlace keyPlace(String key) {
        return keys.getOrDefault(key, place);
    }

    public @Nullable Item item(String key) {
        return items.get(key);
    }

    /** The value of a single-value key; null when absent or wrong. */
    public <T> @Nullable T find(String key, Class<T> type) {
        Item item = items.get(key);
        return item == null ? null : type.cast(item.value());
    }

    /**
     * The value of a single-value key.
     *
     * @throws IllegalStateException when there is none, which an error-free read rules out for keys with a default
     */
    public <T> T value(String key, Class<T> type) {
        T value = find(key, type);
        if (value == null) {
            throw new IllegalStateException("no value for " + section.name() + "." + key);
        }
        return value;
    }

    /** The section under a key; null when it is absent, wrong or off. */
    public @Nullable ParsedSection block(String key) {
        Item item = items.get(key);
        return item != null && item.value() instanceof ParsedSection block && !block.isOff() ? block : null;
    }

    /** The section under a key that has defaults. */
    public ParsedSection section(String key) {
        return value(key, ParsedSection.class);
    }

    /** The sections of a list; empty when absent or wrong. */
    public List<ParsedSection> blocks(String key) {
        Item item = items.get(key);
        return item == null
                ? List.of()
                : item.items().stream().map(i -> (ParsedSection) i.value()).toList();
    }
}
