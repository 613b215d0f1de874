// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One certificate of a listener.
 *
 * @param index in the form, from 0
 * @param inFile the file's content; empty for a new one
 */
record CertificateForm(Section section, int index, Optional<Layout> inFile, FormInput typed) {

    /** Stands before the index in the names of the fields. */
    static final String LIST = "tls/certificates/";

    private static final String FILE = "certificate";
    private static final String KEY = "key";
    private static final String NAMES = "acme";

    private String prefix() {
        return LIST + index + "/";
    }

    private SectionForm words() {
        return new SectionForm(section, prefix(), inFile, typed);
    }

    private List<ListForm> lists() {
        List<ListForm> lists = new ArrayList<>();
        for (Key key : section.keys()) {
            key.type().each().ifPresent(word -> {
                Optional<Layout> value = GroupsForm.part(inFile, key.name());
                lists.add(new ListForm(key, word, prefix(), value, typed));
            });
        }
        return lists;
    }

    /** The inputs, those with many lines last. */
    List<Field> fields() {
        List<Field> fields = new ArrayList<>(words().fields());
        lists().forEach(list -> fields.add(list.field()));
        return fields;
    }

    /** The file of the certificate as the configuration names it; empty when it names none. */
    String file() {
        return GroupsForm.part(inFile, FILE).map(Layout::text).orElse("");
    }

    private String get(String key) {
        return typed.get(prefix() + key);
    }

    /** True when nothing is typed, so that there is to be no such certificate. */
    boolean isEmpty() {
        return section.keys().stream().allMatch(key -> get(key.name()).isEmpty());
    }

    /** True when something was typed, or emptied. */
    boolean isChanged() {
        return section.keys().stream().anyMatch(key -> typed.isChanged(prefix() + key.name()));
    }

    /** The sentences on what is missing, by the name of the field. */
    Map<String, String> complaints() {
        Map<String, String> found = new LinkedHashMap<>();
        if (!isEmpty() && get(NAMES).isEmpty()) {
            for (String key : List.of(FILE, KEY)) {
                if (get(key).isEmpty()) {
                    found.put(
                            prefix() + key,
                            "'" + key + "' must be given, or 'acme' for a certificate that is got by itself");
                }
            }
        }
        return found;
    }

    /** The changes of a certificate that is in the file. */
    List<ConfigPatch> patches(List<String> path) {
        if (isEmpty()) {
            return isChanged() ? List.of(new Remove(path, true)) : List.of();
        }
        List<ConfigPatch> patches = new ArrayList<>();
        List<ConfigPatch> removals = new ArrayList<>();
        List<ConfigPatch> all = new ArrayList<>(words().patches(path, false));
        Remove whole = new Remove(path, true);
        if (all.remove(whole)) {
            // names take the place of the files
            inFile.map(Layout::entries).orElse(List.of()).stream()
                    .filter(entry -> typed.isChanged(prefix() + entry.key()))
                    .forEach(entry -> all.add(new Remove(SectionForm.plus(path, entry.key()), true)));
        }
        lists().forEach(list -> all.addAll(list.patches(path)));
        // what replaces something comes before it goes, so that the section is never empty
        all.forEach(patch -> (patch instanceof Put ? patches : removals).add(patch));
        patches.addAll(removals);
        return patches;
    }

    /** The section of a new certificate. */
    Keys fresh() {
        List<ConfigPatch> patches = new ArrayList<>(words().patches(List.of(), false));
        lists().forEach(list -> patches.addAll(list.patches(List.of())));
        return GroupsForm.fresh(section, patches, Map.of());
    }
}
