// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import io.evenkeel.config.yaml.Tree;
import io.evenkeel.config.yaml.YamlReader;
import org.jspecify.annotations.Nullable;

/**
 * A text in YAML that is not a configuration, such as a scenario, a mix of pages or a plan, read by its schema: as
 * strictly as a configuration, and with the same errors. References such as {@code ${env:NAME}} are not replaced.
 *
 * <p>The schema says which keys and values there may be. For a rule between values the caller throws {@link #wrong},
 * which adds the place. One thread.
 */
public final class YamlText {

    private final String name;
    private final String text;
    private final ParsedSection root;

    private YamlText(String name, String text, ParsedSection root) {
        this.name = name;
        this.text = text;
        this.root = root;
    }

    /**
     * Reads a text whose keys are known.
     *
     * @param name the name of the file, for errors
     * @throws SettingsException with everything that does not fit the schema
     */
    public static YamlText read(String name, String text, Section schema) throws SettingsException {
        Problems problems = new Problems(name, text);
        Tree tree = tree(problems);
        return sound(name, problems, tree == null ? null : new SchemaReader(problems, null).read(schema, tree));
    }

    /**
     * Reads a text that is values under names which its author has chosen.
     *
     * @param name the name of the file, for errors
     * @throws SettingsException with everything that does not fit the schema
     */
    public static YamlText read(String name, String text, NamedValues schema) throws SettingsException {
        Problems problems = new Problems(name, text);
        Tree tree = tree(problems);
        return sound(name, problems, tree == null ? null : new SchemaReader(problems, null).read(schema, tree));
    }

    private static @Nullable Tree tree(Problems problems) {
        Tree tree = YamlReader.readAsWritten(problems.text(), problems);
        if (tree == null && !problems.hasErrors()) {
            problems.error(TextPlace.START, "the file is empty", null);
        }
        return tree;
    }

    private static YamlText sound(String name, Problems problems, @Nullable ParsedSection root)
            throws SettingsException {
        if (root == null || problems.hasErrors()) {
            throw new SettingsException(problems.sorted());
        }
        return new YamlText(name, problems.text(), root);
    }

    /** The text as read; every key that is required or has a default has a value. */
    public ParsedSection root() {
        return root;
    }

    /** An error at a place of this text. */
    public SettingsException wrong(TextPlace place, String message, @Nullable String hint) {
        Problems problems = new Problems(name, text);
        problems.error(place, message, hint);
        return new SettingsException(problems.sorted());
    }

    /** The message for people that begins with the file's name and shows every problem with its place. */
    public static String inWords(String name, SettingsException e) {
        return name + " cannot be used\n" + Problem.render(e.problems());
    }
}
