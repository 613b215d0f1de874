// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which files a text may read, with {@code ${file:path}} or as certificates and keys, and where relative paths
 * begin. Any thread.
 */
public interface FileGate {

    /** Advice for an {@link #obstacle}. */
    String REMEDY = "change the file on the dispatcher's host, or start it with run --allow-folder DIR";

    /** Lets every file be read that the process may read; relative paths begin in the folder of the process. */
    FileGate OPEN = (keys, written, path) -> null;

    /** The same for the text of a file: relative paths begin in its folder. */
    static FileGate beside(Path file) {
        return new FileGate() {
            @Override
            public @Nullable String obstacle(List<String> keys, String written, String path) {
                return null;
            }

            @Override
            public Path place(String path) {
                return file.toAbsolutePath().resolveSibling(path).normalize();
            }
        };
    }

    /**
     * The reason why a file may not be read; null when it may.
     *
     * @param keys those that lead to the value, the outermost first; also where an alias repeats it
     * @param written the whole value as it stands in the text
     * @param path of the file
     */
    @Nullable
    String obstacle(List<String> keys, String written, String path);

    /**
     * The reason why a file of TLS may not be read; null when it may.
     *
     * @param key the last of those that lead to the path, such as {@code certificate}
     */
    default @Nullable String obstacle(String key, String path) {
        return null;
    }

    /**
     * The file that a path in the text means.
     *
     * @throws java.nio.file.InvalidPathException when it is not a path
     */
    default Path place(String path) {
        return Path.of(path);
    }

    /**
     * Advice for a path that leads to no file: the folder in which it begins; null for one from the root.
     *
     * @throws java.nio.file.InvalidPathException when it is not a path
     */
    default @Nullable String beginning(String path) {
        return Path.of(path).isAbsolute()
                ? null
                : "paths begin in " + place(".").toAbsolutePath().normalize();
    }
}
