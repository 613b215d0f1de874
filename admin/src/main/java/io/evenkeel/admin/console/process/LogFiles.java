// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import io.evenkeel.config.LogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The log files that the settings name, and their rotated files that are not compressed. A file is found by its key
 * among these, never by a path that somebody sent.
 */
public final class LogFiles {

    /** The files of a rotation that somebody else does, or of earlier settings, count too. */
    private static final int LEAST_ROTATED = 5;

    private LogFiles() {}

    /** Those that can be read, each newest first. */
    public static List<LogFile> of(LogSettings settings) {
        List<LogFile> files = new ArrayList<>();
        String events = settings.file();
        if (events != null) {
            addAll(files, "events", "Event log", events, settings.rotation().keep());
        }
        LogSettings.AccessLogSettings access = settings.access();
        String requests = access == null ? null : access.file();
        if (access != null && requests != null) {
            addAll(files, "access", "Access log", requests, access.rotation().keep());
        }
        return files;
    }

    public static Optional<LogFile> find(LogSettings settings, String key) {
        return of(settings).stream().filter(file -> file.key().equals(key)).findFirst();
    }

    private static void addAll(List<LogFile> files, String key, String what, String path, int keep) {
        if (path.equals("-")) {
            return;
        }
        add(files, key, what, path);
        for (int i = 1; i <= Math.max(LEAST_ROTATED, keep); i++) {
            add(files, key + "." + i, what + ", rotated", path + "." + i);
        }
    }

    /** Adds a regular file; a pipe or a terminal would never end. */
    private static void add(List<LogFile> files, String key, String what, String path) {
        Path file = Path.of(path);
        try {
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
                files.add(new LogFile(
                        key, what, file, now.size(), now.lastModifiedTime().toMillis()));
            }
        } catch (IOException rotatedAway) {
            // it is no longer there, so it is not listed
        }
    }
}
