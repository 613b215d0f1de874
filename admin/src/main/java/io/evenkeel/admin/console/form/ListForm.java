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
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A list of single values: an input with a line for each. */
final class ListForm {

    private final Key key;
    private final Word<?> word;
    private final Optional<Layout> inFile;
    private final FormInput input;

    /**
     * @param inFile the file's content under the key
     */
    ListForm(Key key, Word<?> word, Optional<Layout> inFile, FormInput input) {
        this.key = key;
        this.word = word;
        this.inFile = inFile;
        this.input = input;
    }

    Field field() {
        String text = String.join("\n", present());
        boolean locked = inFile.filter(layout -> layout.kind() != Layout.Kind.SEQUENCE
                        || layout.items().stream().anyMatch(SectionForm::isLocked))
                .isPresent();
        int line = inFile.map(layout -> layout.place().line()).orElse(0);
        return new Field(
                key.name(),
                Kind.LINES,
                About.line(key.name(), key.meaning() + " One on a line.", word.expectation()),
                new FieldValue(input.value(key.name(), text), input.was(key.name(), text), line, locked));
    }

    private List<String> present() {
        return inFile.map(Layout::items).orElse(List.of()).stream()
                .map(Layout::text)
                .toList();
    }

    /** The changes that bring the typed values into the file: items that stay keep their lines. */
    List<ConfigPatch> patches(List<String> section) {
        if (!input.isChanged(key.name())) {
            return List.of();
        }
        List<String> path = SectionForm.plus(section, key.name());
        List<String> present = present();
        List<String> wanted = input.get(key.name())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .distinct()
                .toList();
        if (wanted.isEmpty()) {
            return inFile.isPresent() ? List.of(new Remove(path, true)) : List.of();
        }
        List<String> staying = present.stream().filter(wanted::contains).toList();
        if (staying.isEmpty() || !staying.equals(wanted.subList(0, Math.min(staying.size(), wanted.size())))) {
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
