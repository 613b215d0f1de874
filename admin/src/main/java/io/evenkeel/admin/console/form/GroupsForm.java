// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.Key.Absent;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A section with the sections inside it: its own single values, and a group of inputs for each section. */
final class GroupsForm {

    private final SectionForm own;
    private final List<ListForm> lists = new ArrayList<>();
    private final Map<Key, SectionForm> parts = new LinkedHashMap<>();

    /**
     * A section.
     *
     * @param inFile the file's content there
     * @param others keys of sections that have forms of their own
     */
    GroupsForm(Section section, Optional<Layout> inFile, FormInput input, Set<String> others) {
        this.own = new SectionForm(section, "", inFile, input);
        for (Key key : section.keys()) {
            if (key.type() instanceof Section part && !others.contains(key.name())) {
                parts.put(key, new SectionForm(part, key.name() + "/", part(inFile, key.name()), input));
            }
            key.type()
                    .each()
                    .ifPresent(word -> lists.add(new ListForm(key, word, "", part(inFile, key.name()), input)));
        }
    }

    static Optional<Layout> part(Optional<Layout> inFile, String key) {
        return inFile.flatMap(layout -> layout.entry(key)).map(Layout.Entry::value);
    }

    /** The inputs of the section's own values, those with many lines last. */
    List<Field> fields() {
        List<Field> fields = new ArrayList<>(own.fields());
        lists.forEach(list -> fields.add(list.field()));
        return fields;
    }

    /** A group for each section inside it that has single values; others are edited as text. */
    List<FieldGroup> groups() {
        List<FieldGroup> groups = new ArrayList<>();
        parts.forEach((key, form) -> {
            List<Field> fields = new ArrayList<>();
            Optional<Field> use = form.use(key);
            use.ifPresent(fields::add);
            fields.addAll(form.fields());
            if (!fields.isEmpty()) {
                groups.add(new FieldGroup(key.name(), use.isPresent() ? "" : key.meaning(), fields, false));
            }
        });
        return groups;
    }

    Map<String, String> complaints() {
        Map<String, String> found = new LinkedHashMap<>(own.complaints(false));
        parts.forEach((key, form) -> found.putAll(form.complaints(mayBeEmpty(key))));
        return found;
    }

    /** An agent without a key is an agent with all defaults; a node without this section has no agent. */
    private static boolean mayBeEmpty(Key key) {
        return key.absent() == Absent.NOTHING;
    }

    List<ConfigPatch> patches(List<String> path) {
        List<ConfigPatch> patches = new ArrayList<>(own.patches(path, false));
        lists.forEach(list -> patches.addAll(list.patches(path)));
        parts.forEach((key, form) -> patches.addAll(form.patches(SectionForm.plus(path, key.name()), mayBeEmpty(key))));
        return patches;
    }

    /**
     * A section that is not in the file yet, out of the changes that would put its keys into an empty one.
     *
     * @param more keys that stand in it too
     */
    static Keys fresh(Section section, List<ConfigPatch> patches, Map<String, ConfigValue> more) {
        Map<String, ConfigValue> entries = new LinkedHashMap<>(more);
        for (ConfigPatch patch : patches) {
            if (patch instanceof Put put && put.path().isEmpty()) {
                entries.putAll(((Keys) put.value()).entries());
            } else if (patch instanceof Put put) {
                entries.put(put.path().get(0), put.value());
            }
        }
        Map<String, ConfigValue> ordered = new LinkedHashMap<>();
        for (Key key : section.keys()) {
            ConfigValue value = entries.get(key.name());
            if (value != null) {
                ordered.put(key.name(), value);
            }
        }
        return new Keys(ordered);
    }
}
