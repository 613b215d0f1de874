// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.Form.JsonType;
import io.evenkeel.config.schema.Key.Absent;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.schema.ParsedSection.ValuePlace;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.schema.hint.PeersWords;
import io.evenkeel.config.schema.hint.ProtocolHint;
import io.evenkeel.config.schema.hint.Suggestion;
import io.evenkeel.config.schema.hint.ValueGuess;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import io.evenkeel.config.yaml.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tree by a schema: strict in every key and value, never stopping at the first error. It stops when there are
 * more sections than a dispatcher can hold, because aliases make many of few octets. One thread, one use.
 */
public final class SchemaReader {

    /**
     * Nodes, routes, clusters, listeners and the sections in them, those with defaults only included; each takes about
     * 1 kB.
     */
    private static final int MOST_SECTIONS = 30_000;

    private final Problems problems;
    private final @Nullable String fewer;
    private int sections;

    /** Ends the reading. */
    private static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient TextPlace place;

        TooMany(TextPlace place) {
            super("too many sections", null, false, false);
            this.place = place;
        }
    }

    /** @param fewer the remedy for a file with too many sections; null for none */
    public SchemaReader(Problems problems, @Nullable String fewer) {
        this.problems = problems;
        this.fewer = fewer;
    }

    /** Reads the root of a file; null when it is too large, which is then among the problems. */
    public @Nullable ParsedSection read(Section section, Tree tree) {
        try {
            Item item = section(section, "the file", tree, tree.place());
            return item == null ? defaults(section, tree.place()) : (ParsedSection) item.value();
        } catch (TooMany e) {
            return tooMany(e);
        }
    }

    /** Reads a file that is names and their values from its first line on; null for other files and too large ones. */
    public @Nullable ParsedSection read(NamedValues table, Tree tree) {
        try {
            Item item = table(table, "the file", tree, tree.place());
            return item == null ? null : (ParsedSection) item.value();
        } catch (TooMany e) {
            return tooMany(e);
        }
    }

    private @Nullable ParsedSection tooMany(TooMany found) {
        problems.error(found.place, "the file has more than " + MOST_SECTIONS + " sections", fewer);
        return null;
    }

    private ParsedSection begin(Section section, TextPlace place) {
        if (++sections > MOST_SECTIONS) {
            throw new TooMany(place);
        }
        return new ParsedSection(section, place, false);
    }

    private @Nullable Item value(ValueType type, String name, Tree tree, TextPlace owner) {
        if (tree instanceof Tree.Leaf scalar && scalar.isLost()) {
            return null;
        }
        if (tree instanceof Tree.Leaf scalar && scalar.isNull()) {
            problems.error(owner, "'" + name + "' has no value", "give it one, or leave the key out");
            return null;
        }
        if (type instanceof Section section) {
            return section(section, "'" + name + "'", tree, owner);
        } else if (type instanceof NamedValues table) {
            return table(table, "'" + name + "'", tree, owner);
        } else if (type instanceof Listing listing) {
            return listing(listing, name, tree, owner);
        }
        return word((Word<?>) type, name, tree);
    }

    private @Nullable Item section(Section section, String name, Tree tree, TextPlace owner) {
        if (tree instanceof Tree.Leaf scalar) {
            if (section.off() && isOff(scalar)) {
                return item(new ParsedSection(section, scalar.place(), true), "off", scalar);
            }
            String shorthand = section.shorthand();
            if (shorthand != null) {
                ParsedSection block = begin(section, scalar.place());
                Key key = section.key(shorthand).orElseThrow();
                block.keyAt(shorthand, scalar.place());
                put(block, key, value(key.type(), shorthand, scalar, scalar.place()));
                complete(block);
                return item(block, "", scalar);
            }
        }
        if (!(tree instanceof Tree.Mapping mapping)) {
            problems.error(tree.place(), name + " must be a section of keys, not " + tree.describe(), keysOf(section));
            return null;
        }
        ParsedSection block = begin(section, owner);
        for (Tree.TreeEntry entry : mapping.entries()) {
            entry(section, block, entry);
        }
        complete(block);
        return item(block, "", mapping);
    }

    private void entry(Section section, ParsedSection block, Tree.TreeEntry entry) {
        String name = entry.key().text();
        Optional<Key> key = section.key(name);
        if (key.isPresent()) {
            block.keyAt(name, entry.key().place());
            put(
                    block,
                    key.get(),
                    value(key.get().type(), name, entry.value(), entry.key().place()));
        } else if (section.others() != null) {
            block.keyAt(name, entry.key().place());
            put(
                    block,
                    name,
                    value(section.others(), name, entry.value(), entry.key().place()));
        } else {
            List<String> names = section.keys().stream().map(Key::name).toList();
            problems.error(entry.key().place(), "unknown key '" + name + "'", hint(section, name, names));
        }
    }

    private static String hint(Section section, String name, List<String> names) {
        String protocol = ProtocolHint.forKey(name, names);
        if (protocol != null) {
            return protocol;
        }
        String peers = PeersWords.forKey(name, names);
        if (peers != null) {
            return peers;
        }
        int colon = name.indexOf(':');
        if (colon > 0 && names.contains(name.substring(0, colon))) {
            return "write a space after '" + name.substring(0, colon + 1) + "'";
        }
        String near = Suggestion.to(name, names);
        return near == null ? keysOf(section) : "did you mean '" + near + "'?";
    }

    private @Nullable Item table(NamedValues table, String name, Tree tree, TextPlace owner) {
        if (!(tree instanceof Tree.Mapping mapping)) {
            problems.error(tree.place(), name + " must be a section of names, not " + tree.describe(), null);
            return null;
        }
        if (mapping.entries().size() < table.min()) {
            problems.error(owner, name + " must have at least one entry", null);
        }
        ParsedSection block = new ParsedSection(Section.of(name), owner, false);
        for (Tree.TreeEntry entry : mapping.entries()) {
            Tree.Leaf key = entry.key();
            String chosen = name(table.name(), key);
            block.keyAt(chosen, key.place());
            put(block, chosen, value(table.value(), chosen, entry.value(), key.place()));
        }
        return item(block, "", mapping);
    }

    /** The name that a key gives; an error when it is not allowed. */
    private String name(Word<String> names, Tree.Leaf key) {
        String text = key.text();
        try {
            if (names.acceptsText(text)) {
                return names.parse().apply(text);
            }
            problems.error(key.place(), "'" + text + "' must be " + names.expectation(), null);
        } catch (IllegalArgumentException e) {
            problems.error(key.place(), String.valueOf(e.getMessage()), null);
        }
        return text;
    }

    private @Nullable Item listing(Listing listing, String name, Tree tree, TextPlace owner) {
        if (!(tree instanceof Tree.Sequence sequence)) {
            if (listing.alone()) {
                Item only = value(listing.item(), name, tree, owner);
                return item(only == null ? List.of() : List.of(only), "", tree);
            }
            problems.error(
                    tree.place(), "'" + name + "' must be a list, not " + tree.describe(), "write " + name + ": [ … ]");
            return null;
        }
        if (sequence.items().size() < listing.min()) {
            problems.error(owner, "'" + name + "' must have at least one entry", null);
        }
        List<Item> items = new ArrayList<>();
        for (Tree item : sequence.items()) {
            Item read = value(listing.item(), name, item, item.place());
            if (read != null) {
                items.add(read);
            }
        }
        return item(List.copyOf(items), "", sequence);
    }

    private @Nullable Item word(Word<?> word, String name, Tree tree) {
        if (!(tree instanceof Tree.Leaf scalar)) {
            problems.error(
                    tree.place(), "'" + name + "' must be " + word.expectation() + ", not " + tree.describe(), null);
            return null;
        }
        String text = scalar.text();
        boolean substituted = scalar.origin() != null;
        JsonType json = scalar.plain() || substituted ? JsonType.of(text) : JsonType.STRING;
        boolean fits = word.forms().stream()
                .anyMatch(form -> form.fits(text, json) || (substituted && form.fits(text, JsonType.STRING)));
        if (!fits) {
            problems.error(scalar.place(), "'" + name + "' must be " + word.expectation(), hint(word, scalar, json));
            return null;
        }
        try {
            return item(word.parse().apply(text), text, scalar);
        } catch (IllegalArgumentException e) {
            problems.error(scalar.place(), "'" + name + "': " + e.getMessage(), null);
            return null;
        }
    }

    private static @Nullable String hint(Word<?> word, Tree.Leaf scalar, JsonType json) {
        String text = scalar.text();
        if (text.isBlank()) {
            return scalar.origin() == null ? null : empty(scalar.origin());
        }
        for (Form form : word.forms()) {
            if (form instanceof Form.OneOf choice) {
                String protocol = ProtocolHint.forWord(text, choice.words());
                if (protocol != null) {
                    return protocol;
                }
                String near = Suggestion.to(text, choice.words());
                if (near != null) {
                    return "did you mean '" + near + "'?";
                }
            }
        }
        boolean asWord = word.forms().stream().anyMatch(form -> form.fits(text, JsonType.STRING));
        if (json != JsonType.STRING && asWord) {
            return "put it in quotes: \"" + text + "\"";
        }
        boolean unquoted = word.forms().stream().anyMatch(form -> form.fits(text, JsonType.of(text)));
        if (json == JsonType.STRING && unquoted) {
            return "remove the quotes";
        }
        String guess = ValueGuess.of(text, candidate -> accepts(word, candidate));
        return guess == null ? null : "did you mean '" + guess + "'?";
    }

    private static boolean accepts(Word<?> word, String text) {
        if (word.forms().stream().noneMatch(form -> form.fits(text, JsonType.STRING))) {
            return false;
        }
        try {
            return word.parse().apply(text) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Says of a reference, {@code file:PATH} or {@code env:NAME}, that it leads to nothing. */
    private static String empty(String origin) {
        String name = origin.substring(origin.indexOf(':') + 1);
        return (origin.startsWith("file:") ? "file " : "environment variable ") + name + " is empty";
    }

    /** Fills in the defaults of missing keys and reports missing keys that are required. */
    private void complete(ParsedSection block) {
        for (Key key : block.section().keys()) {
            if (block.gives(key.name())) {
                continue;
            }
            switch (key.absent()) {
                case ERROR ->
                    problems.error(
                            block.place(),
                            "'" + key.name() + "' is missing from "
                                    + block.section().name(),
                            null);
                case NOTHING -> {}
                case SAME -> {
                    Item other = block.item(key.fallback());
                    if (other != null) {
                        put(
                                block,
                                key,
                                new Item(
                                        ((Word<?>) key.type()).parse().apply(other.text()),
                                        other.text(),
                                        other.place(),
                                        ValuePlace.DEFAULT));
                    }
                }
                case DEFAULT -> put(block, key, fallback(key, block.place()));
            }
        }
    }

    private Item fallback(Key key, TextPlace place) {
        return key.type() instanceof Word<?> word
                ? new Item(word.parse().apply(key.fallback()), key.fallback(), place, ValuePlace.DEFAULT)
                : new Item(defaults((Section) key.type(), place), "", place, ValuePlace.DEFAULT);
    }

    private ParsedSection defaults(Section section, TextPlace place) {
        ParsedSection block = begin(section, place);
        for (Key key : section.keys()) {
            if (key.absent() == Absent.DEFAULT) {
                put(block, key, fallback(key, place));
            }
        }
        return block;
    }

    private static void put(ParsedSection block, Key key, @Nullable Item item) {
        put(block, key.name(), item);
    }

    private static void put(ParsedSection block, String key, @Nullable Item item) {
        if (item != null) {
            block.put(key, item);
        }
    }

    private static Item item(Object value, String text, Tree tree) {
        String reference = tree instanceof Tree.Leaf scalar ? scalar.origin() : null;
        return new Item(value, text, tree.place(), new ValuePlace(tree.place().line(), reference));
    }

    private static boolean isOff(Tree.Leaf scalar) {
        return scalar.text().equals("off")
                || (scalar.plain()
                        && JsonType.of(scalar.text()) == JsonType.BOOLEAN
                        && scalar.text().toLowerCase(Locale.ROOT).equals("false"));
    }

    private static String keysOf(Section section) {
        return "keys here: "
                + String.join(", ", section.keys().stream().map(Key::name).toList());
    }
}
