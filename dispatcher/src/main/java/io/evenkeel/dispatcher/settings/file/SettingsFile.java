// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.file;

import io.evenkeel.dispatcher.settings.Problem;
import io.evenkeel.dispatcher.settings.Settings;
import io.evenkeel.dispatcher.settings.SettingsException;
import io.evenkeel.dispatcher.settings.SettingsSource;
import io.evenkeel.dispatcher.settings.shape.Block;
import io.evenkeel.dispatcher.settings.shape.Grammar;
import io.evenkeel.dispatcher.settings.shape.ShapeReader;
import io.evenkeel.dispatcher.settings.yaml.Place;
import io.evenkeel.dispatcher.settings.yaml.Problems;
import io.evenkeel.dispatcher.settings.yaml.Tree;
import io.evenkeel.dispatcher.settings.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A configuration in YAML. Every load reads the file again; any thread. */
public final class SettingsFile implements SettingsSource {

    private final String name;
    private final @Nullable Path path;
    private final @Nullable String text;
    private final UnaryOperator<@Nullable String> environment;
    private volatile List<Problem> warnings = List.of();

    private SettingsFile(
            String name, @Nullable Path path, @Nullable String text, UnaryOperator<@Nullable String> environment) {
        this.name = name;
        this.path = path;
        this.text = text;
        this.environment = environment;
    }

    /** The file at a path; it need not exist before it is loaded. */
    public static SettingsFile open(Path path) {
        return new SettingsFile(path.toString(), path, null, System::getenv);
    }

    /** A text in memory; {@code name} stands for the file in messages. */
    public static SettingsFile of(String yaml, String name) {
        return new SettingsFile(name, null, yaml, System::getenv);
    }

    /** The file, when there is one to watch. */
    public Optional<Path> path() {
        return Optional.ofNullable(path);
    }

    @Override
    public Settings load() throws SettingsException {
        String content = text == null ? content() : text;
        Problems problems = new Problems(name, content);
        Block file = read(content, problems);
        if (file == null || problems.hasErrors()) {
            throw new SettingsException(problems.sorted());
        }
        warnings = problems.sorted();
        return Binder.settings(file);
    }

    @Override
    public List<Problem> warnings() {
        return warnings;
    }

    private @Nullable Block read(String content, Problems problems) {
        Tree tree = YamlReader.read(content, problems, environment);
        if (tree == null) {
            if (!problems.hasErrors()) {
                problems.error(Place.START, "the file is empty", "it needs listeners and clusters");
            }
            return null;
        }
        return new ShapeReader(problems).read(Grammar.FILE, tree);
    }

    private String content() throws SettingsException {
        Path file = path == null ? Path.of(name) : path;
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw unreadable("there is no such file");
        } catch (CharacterCodingException e) {
            throw unreadable("the file is not UTF-8 text");
        } catch (IOException e) {
            throw unreadable("the file cannot be read: " + e.getMessage());
        }
    }

    private SettingsException unreadable(String message) {
        return new SettingsException(List.of(new Problem(Problem.Severity.ERROR, name, 0, 0, 1, message, null, "")));
    }
}
