// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a stream of this process goes to systemd's journal, which tells the device and the inode of its
 * stream in {@code JOURNAL_STREAM} (systemd.exec(5)). The journal takes a severity in front of a line from there
 * (sd-daemon(3)).
 */
public final class JournalStream {

    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private JournalStream() {}

    /** True when standard error is the journal, and not a file or terminal to which it was sent afterwards. */
    public static boolean isStandardError() {
        return is(System.getenv("JOURNAL_STREAM"), STANDARD_ERROR);
    }

    /**
     * Compares what was told with a stream.
     *
     * @param told device and inode in decimal digits, with a colon between them; null for nothing
     */
    static boolean is(@Nullable String told, Path stream) {
        if (told == null) {
            return false;
        }
        try {
            Map<String, Object> file = Files.readAttributes(stream, "unix:dev,ino");
            return told.equals(file.get("dev") + ":" + file.get("ino"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
