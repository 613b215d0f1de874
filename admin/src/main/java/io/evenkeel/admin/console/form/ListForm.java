// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.FieldValue;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A list of single values: an input with a line for each. */
final class ListForm {

    private final Key key;
    private final Word<?> word;
    private final String name;
    private final Optional<Layout> inFile;
    private final FormInput input;

    /**
     * @param prefix of the field's name; empty, or ends with a slash
     * @param inFile the file's content under the key
     */
    ListForm(Key key, Word<?> word, String prefix, Optional<Layout> inFile, FormInput input) {
        this.key = key;
        this.word = word;
        this.name = prefix + key.name();
        this.inFile = inFile;
        this.input = input;
    }

    Field field() {
        String text = String.join("\n", present());
        boolean listed = inFile.isEmpty()
                || isAlone()
                || inFile.filter(layout -> layout.kind() == Layout.Kind.SEQUENCE)
                        .isPresent();
        boolean locked = !listed || items().stream().anyMatch(SectionForm::isLocked);
        int line = inFile.map(layout -> layout.place().line()).orElse(0);
        return new Field(
                name,
                Kind.LINES,
                About.line(key.name(), key.meaning() + " One on a line.", word.expectation()),
                new FieldValue(input.value(name, text), input.was(name, text), line, locked));
    }

    /** True when one item stands in the place of the list. */
    private boolean isAlone() {
        return key.type() instanceof Listing listing
                && listing.alone()
                && inFile.filter(layout -> layout.kind() == Layout.Kind.SCALAR).isPresent();
    }

    private List<Layout> items() {
        return isAlone() ? inFile.stream().toList() : inFile.map(Layout::items).orElse(List.of());
    }

    private List<String> present() {
        return items().stream().map(Layout::text).toList();
    }

    /** The changes that bring the typed values into the file: items that stay keep their lines. */
    List<ConfigPatch> patches(List<String> section) {
        if (!input.isChanged(name)) {
            return List.of();
        }
        List<String> path = SectionForm.plus(section, key.name());
        List<String> present = present();
        List<String> wanted = input.get(name)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .distinct()
                .toList();
        if (wanted.isEmpty()) {
            return inFile.isPresent() ? List.of(new Remove(path, true)) : List.of();
        }
        List<String> staying = present.stream().filter(wanted::contains).toList();
        if (isAlone()
                || staying.isEmpty()
                || !staying.equals(wanted.subList(0, Math.min(staying.size(), wanted.size())))) {
            return List.of(
                    new Put(path, new Items(wanted.stream().map(this::value).toList())));
        }
        List<ConfigPatch> patches = new ArrayList<>();
        wanted.subList(staying.size(), wanted.size()).forEach(each -> patches.add(new Append(path, value(each))));
        for (int i = present.size() - 1; i >= 0; i--) {
            if (!wanted.contains(present.get(i))) {
                patches.add(new Remove(SectionForm.plus(path, Integer.toString(i)), true));
            }
        }
        return patches;
    }

    private ConfigValue value(String text) {
        return SectionForm.scalar(word, text);
    }
}
