// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.SyslogSettings;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The place of an event log by the settings: a file, a receiver of syslog, or both.
 *
 * @param file an absolute path, or {@code -} for standard error; null for the receiver alone
 * @param syslog null for the file alone
 */
record EventPlace(
        @Nullable String file,
        LogRotation rotation,
        @Nullable SyslogSettings syslog) {

    private static final String STREAM = "-";

    /** The place that settings want; null for standard error. */
    static @Nullable EventPlace of(LogSettings settings) {
        String file = settings.file();
        SyslogSettings syslog = settings.syslog();
        return file == null && syslog == null ? null : new EventPlace(file, settings.rotation(), syslog);
    }

    EventTarget open(Consumer<String> troubles) throws IOException {
        if (syslog == null) {
            return first(file == null ? STREAM : file, troubles);
        }
        if (file == null) {
            return new EventSyslog(syslog);
        }
        EventTarget first = first(file, troubles);
        try {
            return new EventTargets(first, new EventSyslog(syslog));
        } catch (IOException e) {
            first.close();
            throw e;
        }
    }

    private EventTarget first(String path, Consumer<String> troubles) throws IOException {
        return path.equals(STREAM) ? new EventStream() : new EventFile(path, rotation, troubles);
    }

    @Override
    public String toString() {
        if (syslog == null) {
            return String.valueOf(file);
        }
        return file == null ? syslog.address().toString() : file + " and " + syslog.address();
    }
}
