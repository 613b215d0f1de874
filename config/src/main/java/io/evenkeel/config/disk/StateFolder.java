// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.disk;

import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.Tree;
import io.evenkeel.config.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folder of what a dispatcher keeps for a configuration file: accounts, tokens, earlier texts, history, keys. Each
 * file there begins with the name of the configuration, so that several configurations may share a folder.
 *
 * <p>The key {@value #KEY} of the configuration names it. It is read from the text, also from one with errors: the way
 * back to an earlier text is in that folder. Any thread.
 */
public final class StateFolder {

    /** The key of a configuration that names the folder. */
    public static final String KEY = "state-dir";

    private static final String DEFAULT = ".evenkeel";
    private static final Pattern LINE =
            Pattern.compile("(?m)^" + KEY + ":[ \\t]+([\"']?)([^\"'#\\r\\n]+?)\\1[ \\t]*(#.*)?$");

    private StateFolder() {}

    /** The folder by the configuration as it is on the disk now. */
    public static Path of(Path config) {
        return of(config, named(config));
    }

    /**
     * The folder by the value of the key.
     *
     * @param value a path, relative ones from the folder of the configuration; null for {@code .evenkeel} there
     * @throws InvalidPathException when the value is not a path
     */
    public static Path of(Path config, @Nullable String value) {
        return FileGate.beside(config).place(value == null ? DEFAULT : value);
    }

    /** The name of a configuration file without its end, with which the names of its files begin. */
    public static String prefix(Path config) {
        return String.valueOf(config.toAbsolutePath().normalize().getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    /** The reason for which nothing can be written to a folder, as far as that can be seen; null when it can. */
    public static @Nullable String obstacle(Path folder) {
        for (Path there = folder.toAbsolutePath(); there != null; there = there.getParent()) {
            if (Files.isDirectory(there)) {
                return Files.isWritable(there)
                        ? null
                        : "the user '" + System.getProperty("user.name", "?") + "' may not write to " + there
                                + ", or its file system is read-only";
            } else if (Files.exists(there)) {
                return there + " is a file";
            }
        }
        return "there is no such disk";
    }

    private static @Nullable String named(Path config) {
        String text;
        try {
            text = BoundedFile.text(config, BoundedFile.CONFIGURATION_OCTETS, "a configuration");
        } catch (IOException e) {
            // the reader of its settings says so
            return null;
        }
        if (!text.contains(KEY)) {
            return null;
        }
        String value = value(config, text);
        try {
            return value == null || value.isBlank() ? null : Path.of(value).toString();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static @Nullable String value(Path config, String text) {
        Tree tree = YamlReader.read(text, new Problems("", text), System::getenv, FileGate.beside(config));
        if (tree instanceof Tree.Mapping file) {
            for (Tree.TreeEntry entry : file.entries()) {
                if (entry.key().text().equals(KEY) && entry.value() instanceof Tree.Leaf leaf) {
                    return leaf.text();
                }
            }
            return null;
        }
        Matcher line = LINE.matcher(text);
        return line.find() && line.group(2).indexOf('$') < 0 ? line.group(2) : null;
    }
}
