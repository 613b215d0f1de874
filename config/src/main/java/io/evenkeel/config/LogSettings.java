// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import org.jspecify.annotations.Nullable;

/**
 * The logs of events and requests.
 *
 * @param level least level of events that are written
 * @param file event log, an absolute path; null for standard error
 * @param access null when requests are not logged
 * @param rotation of the event log's file
 */
public record LogSettings(
        Level level, @Nullable String file, @Nullable AccessLogSettings access, LogRotation rotation) {

    /** Logs whose event log is rotated by the defaults. */
    public LogSettings(Level level, @Nullable String file, @Nullable AccessLogSettings access) {
        this(level, file, access, LogRotation.DEFAULTS);
    }

    /** Levels of events. */
    public enum Level {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR
    }

    /** Forms of an access log line. */
    public enum Format {
        COMBINED,
        JSON,
        HAPROXY
    }

    /**
     * The access log.
     *
     * @param file an absolute path, or {@code -} for standard output
     * @param rotation of the file; {@link LogRotation#NONE} when somebody else rotates it, or nobody
     */
    public record AccessLogSettings(Format format, String file, LogRotation rotation) {

        /** A log that is not rotated. */
        public AccessLogSettings(Format format, String file) {
            this(format, file, LogRotation.NONE);
        }
    }
}
