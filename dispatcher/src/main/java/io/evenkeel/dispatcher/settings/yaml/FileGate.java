// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.yaml;

import org.jspecify.annotations.Nullable;

/** Says which files a text may read with {@code ${file:/path}}. Any thread. */
public interface FileGate {

    /** Lets every file be read that the process may read. */
    FileGate OPEN = (key, written, path) -> null;

    /**
     * The reason why a file may not be read; null when it may.
     *
     * @param key the one that has the value
     * @param written the whole value as it stands in the text
     * @param path of the file
     */
    @Nullable
    String obstacle(String key, String written, String path);
}
