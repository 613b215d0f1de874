// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which files a text may read with {@code ${file:/path}}. Any thread. */
public interface FileGate {

    /** Lets every file be read that the process may read. */
    FileGate OPEN = (keys, written, path) -> null;

    /**
     * The reason why a file may not be read; null when it may.
     *
     * @param keys those that lead to the value, the outermost first; also where an alias repeats it
     * @param written the whole value as it stands in the text
     * @param path of the file
     */
    @Nullable
    String obstacle(List<String> keys, String written, String path);
}
