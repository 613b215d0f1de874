// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.Choice;
import io.evenkeel.admin.console.form.Field.FieldValue;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.Key.Absent;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The single values of one section: as inputs, and, once typed, as changes of the file. */
final class SectionForm {

    private static final String OFF = "off";
    private static final String ON = "on";

    private final Section section;
    private final String prefix;
    private final Optional<Layout> inFile;
    private final FormInput input;
    private final Map<String, Word<?>> words = new LinkedHashMap<>();
    private final List<String> dropped = new ArrayList<>();

    /**
     * A section.
     *
     * @param prefix of its fields' names; empty, or ends with a slash
     * @param inFile the file's content there
     */
    SectionForm(Section section, String prefix, Optional<Layout> inFile, FormInput input) {
        this.section = section;
        this.prefix = prefix;
        this.inFile = inFile;
        this.input = input;
        section.keys().forEach(key -> key.type().word().ifPresent(word -> words.put(key.name(), word)));
    }

    /** A key more that the section does not list. */
    void add(String key, Word<?> word) {
        words.put(key, word);
    }

    /** Removes a key from the file, for every typed value. */
    void drop(String key) {
        dropped.add(key);
    }

    /**
     * The values that are missing, and those that would have no effect because the section is not used; by the name of
     * the field.
     */
    Map<String, String> complaints(boolean mayBeEmpty) {
        Map<String, String> found = new LinkedHashMap<>();
        boolean used = isUsed(mayBeEmpty);
        for (String key : words.keySet()) {
            String name = prefix + key;
            boolean needed = section.key(key)
                    .map(known -> known.absent() == Absent.ERROR)
                    .orElse(false);
            if (used && needed && input.get(name).isEmpty()) {
                found.put(name, "'" + key + "' must be given");
            } else if (!used && input.isChanged(name) && !input.get(name).isEmpty()) {
                found.put(
                        name,
                        "this has no effect while '" + switchOf(prefix)
                                + "' is not used; choose that it is, or clear this");
            }
        }
        return found;
    }

    private boolean isUsed(boolean mayBeEmpty) {
        String use = prefix.isEmpty() ? "" : input.get(switchOf(prefix));
        return !use.equals(OFF) && (!mayBeEmpty || use.equals(ON));
    }

    /** The name of the field that says whether the section is used. */
    static String switchOf(String prefix) {
        return prefix.substring(0, prefix.length() - 1);
    }

    /** The inputs of all keys that have a single value. */
    List<Field> fields() {
        List<Field> fields = new ArrayList<>();
        for (Key key : section.keys()) {
            key.type().word().ifPresent(word -> fields.add(field(key, word)));
        }
        return fields;
    }

    private Field field(Key key, Word<?> word) {
        List<Choice> choices =
                word.choices().stream().map(each -> new Choice(each, each)).toList();
        Kind kind = key.secret() ? Kind.SECRET : choices.isEmpty() ? Kind.LINE : Kind.CHOICE;
        String none = switch (key.absent()) {
            case DEFAULT -> "default: " + key.fallback();
            case SAME -> "default: the " + key.fallback();
            case NOTHING -> "not set";
            case ERROR -> "";
        };
        // Any text will do, and the help says which.
        String range = choices.isEmpty() && !word.equals(ScalarTypes.TEXT) ? word.expectation() : "";
        return field(
                key.name(),
                kind,
                new About(key.name(), key.meaning(), range, none, choices, key.absent() == Absent.ERROR));
    }

    /** The input of one key, with what the file says. */
    Field field(String key, Kind kind, About about) {
        String name = prefix + key;
        Optional<Layout> value = value(key);
        String text = value.map(Layout::text).orElse("");
        int line = value.map(layout -> layout.place().line()).orElse(0);
        boolean locked = value.map(SectionForm::isLocked).orElse(false);
        return new Field(
                name, kind, about, new FieldValue(input.value(name, text), input.was(name, text), line, locked));
    }

    static boolean isLocked(Layout value) {
        return value.refers() || !value.bound().isEmpty() || value.style() == Layout.Style.LINES;
    }

    private Optional<Layout> value(String key) {
        Optional<Layout> single = inFile.filter(layout -> layout.kind() == Layout.Kind.SCALAR);
        if (single.isPresent()) {
            boolean off = section.off() && isOff(single.get());
            return key.equals(section.shorthand()) && !off ? single : Optional.empty();
        }
        return inFile.flatMap(layout -> layout.entry(key)).map(Layout.Entry::value);
    }

    private boolean isOff(Layout layout) {
        return section.off() && (layout.text().equals(OFF) || layout.text().equals("false"));
    }

    /** The input that says whether the section is used; nothing for one that always is. */
    Optional<Field> use(Key key) {
        boolean off = inFile.filter(layout -> layout.kind() == Layout.Kind.SCALAR)
                .filter(this::isOff)
                .isPresent();
        String name = switchOf(prefix);
        String state;
        About about;
        if (key.absent() == Absent.NOTHING) {
            state = inFile.isPresent() && !off ? ON : "";
            about = about(key, "not used", new Choice(ON, "used"));
        } else if (section.off()) {
            state = off ? OFF : "";
            about = about(key, "used", new Choice(OFF, "not used"));
        } else {
            return Optional.empty();
        }
        int line = inFile.map(layout -> layout.place().line()).orElse(0);
        FieldValue given = new FieldValue(input.value(name, state), input.was(name, state), line, false);
        return Optional.of(new Field(name, Kind.CHOICE, about, given));
    }

    private static About about(Key key, String none, Choice choice) {
        return new About(key.name(), key.meaning(), "", none, List.of(choice), false);
    }

    /** The changes that bring the typed values into the file. */
    List<ConfigPatch> patches(List<String> path, boolean mayBeEmpty) {
        String use = prefix.isEmpty() ? "" : switchOf(prefix);
        boolean switched = !use.isEmpty() && input.isChanged(use);
        if (!isUsed(mayBeEmpty)) {
            if (!switched) {
                return List.of();
            }
            return List.of(mayBeEmpty ? new Remove(path, true) : new Put(path, new Scalar(OFF)));
        }
        Map<String, ConfigValue> changed = new LinkedHashMap<>();
        List<String> cleared = new ArrayList<>(dropped);
        words.forEach((key, word) -> {
            if (input.isChanged(prefix + key)) {
                String text = input.get(prefix + key);
                if (!text.isEmpty()) {
                    changed.put(key, scalar(word, text));
                } else if (value(key).isPresent()) {
                    cleared.add(key);
                }
            }
        });
        boolean section =
                inFile.map(layout -> layout.kind() == Layout.Kind.MAPPING).orElse(false);
        if (changed.isEmpty() && cleared.isEmpty() && !switched) {
            return List.of();
        }
        return section ? inSection(path, changed, cleared, mayBeEmpty) : newSection(path, changed, cleared, mayBeEmpty);
    }

    private List<ConfigPatch> inSection(
            List<String> path, Map<String, ConfigValue> changed, List<String> cleared, boolean mayBeEmpty) {
        Layout layout = inFile.orElseThrow();
        boolean empty = changed.isEmpty() && layout.entries().stream().allMatch(entry -> cleared.contains(entry.key()));
        if (empty && !layout.entries().isEmpty()) {
            return List.of(mayBeEmpty ? new Put(path, new Keys(Map.of())) : new Remove(path, true));
        }
        List<ConfigPatch> patches = new ArrayList<>();
        changed.forEach((key, value) -> patches.add(new Put(plus(path, key), value)));
        cleared.forEach(key -> patches.add(new Remove(plus(path, key), true)));
        return patches;
    }

    /** The section was not there, or in its short form. */
    private List<ConfigPatch> newSection(
            List<String> path, Map<String, ConfigValue> changed, List<String> cleared, boolean mayBeEmpty) {
        String shorthand = section.shorthand();
        Map<String, ConfigValue> all = new LinkedHashMap<>();
        if (shorthand != null && !cleared.contains(shorthand)) {
            value(shorthand)
                    .ifPresent(old ->
                            all.put(shorthand, scalar(Objects.requireNonNull(words.get(shorthand)), old.text())));
        }
        all.putAll(changed);
        if (shorthand != null && all.size() == 1 && all.containsKey(shorthand)) {
            return List.of(new Put(path, all.get(shorthand)));
        } else if (all.isEmpty() && !mayBeEmpty) {
            return inFile.isPresent() ? List.of(new Remove(path, true)) : List.of();
        }
        return List.of(new Put(path, new Keys(all)));
    }

    static List<String> plus(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    /**
     * A text as the type wants it written; one that does not fit is written unchanged, so that the check reports it.
     */
    static ConfigValue scalar(Word<?> word, String text) {
        return new Scalar(text, text.isEmpty() || (!word.accepts(text) && word.acceptsText(text)));
    }
}
