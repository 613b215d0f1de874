// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.dispatcher.control.ConfigPatch;
import io.evenkeel.dispatcher.control.ConfigPatch.Put;
import io.evenkeel.dispatcher.control.ConfigValue;
import io.evenkeel.dispatcher.settings.shape.Key;
import io.evenkeel.dispatcher.settings.shape.Key.Absent;
import io.evenkeel.dispatcher.settings.shape.Shape.Section;
import io.evenkeel.dispatcher.settings.yaml.Layout;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All of a cluster but its nodes: a group of inputs for each section that the grammar has. */
final class ClusterForm {

    private static final String POLICY = "policy";

    private final Section section;
    private final SectionForm own;
    private final PolicyForm policy;
    private final Map<Key, SectionForm> parts = new LinkedHashMap<>();

    ClusterForm(Section section, PolicyCatalog catalog, Optional<Layout> inFile, Typed typed) {
        this.section = section;
        this.own = new SectionForm(section, "", inFile, typed);
        this.policy = new PolicyForm(section.below(POLICY), catalog, part(inFile, POLICY), typed);
        for (Key key : section.keys()) {
            if (key.shape() instanceof Section part && !key.name().equals(POLICY)) {
                parts.put(key, new SectionForm(part, key.name() + "/", part(inFile, key.name()), typed));
            }
        }
    }

    private static Optional<Layout> part(Optional<Layout> inFile, String key) {
        return inFile.flatMap(layout -> layout.entry(key)).map(Layout.Entry::value);
    }

    Optional<PolicyType> policy() {
        return policy.chosen();
    }

    List<FieldGroup> groups() {
        List<FieldGroup> groups = new ArrayList<>();
        groups.add(policy.group());
        groups.add(new FieldGroup("Tasks", "", own.fields(), true));
        parts.forEach((key, form) -> {
            List<Field> fields = new ArrayList<>();
            Optional<Field> use = form.use(key);
            use.ifPresent(fields::add);
            fields.addAll(form.fields());
            groups.add(new FieldGroup(key.name(), use.isPresent() ? "" : key.meaning(), fields, false));
        });
        return groups;
    }

    Map<String, String> complaints() {
        Map<String, String> found = new LinkedHashMap<>(own.complaints(false));
        parts.forEach((key, form) -> found.putAll(form.complaints(mayBeEmpty(key))));
        return found;
    }

    /** An agent without a key is an agent with all defaults; where it is absent there is none. */
    private static boolean mayBeEmpty(Key key) {
        return key.absent() == Absent.NOTHING;
    }

    List<ConfigPatch> patches(List<String> path) {
        List<ConfigPatch> patches = new ArrayList<>(policy.patches(SectionForm.plus(path, POLICY)));
        patches.addAll(own.patches(path, false));
        parts.forEach((key, form) -> patches.addAll(form.patches(SectionForm.plus(path, key.name()), mayBeEmpty(key))));
        return patches;
    }

    /** The same for a cluster that is not in the file yet, in the order of the grammar; the nodes stand where they belong. */
    Map<String, ConfigValue> fresh(ConfigValue nodes) {
        Map<String, ConfigValue> typed = new LinkedHashMap<>();
        for (ConfigPatch patch : patches(List.of())) {
            if (patch instanceof Put put) {
                typed.put(put.path().get(0), put.value());
            }
        }
        typed.put("nodes", nodes);
        Map<String, ConfigValue> ordered = new LinkedHashMap<>();
        for (Key key : section.keys()) {
            ConfigValue value = typed.get(key.name());
            if (value != null) {
                ordered.put(key.name(), value);
            }
        }
        return ordered;
    }
}
