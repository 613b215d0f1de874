// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import org.jspecify.annotations.Nullable;

/**
 * The logs of events and requests.
 *
 * @param level least level of events that are written
 * @param file event log, an absolute path, or {@code -} for standard error beside a receiver; when null, events go to
 *     the receiver, without one to standard error
 * @param access null when requests are not logged
 * @param rotation of the event log's file
 * @param syslog the receiver of the event log; null when there is none
 */
public record LogSettings(
        Level level,
        @Nullable String file,
        @Nullable AccessLogSettings access,
        LogRotation rotation,
        @Nullable SyslogSettings syslog) {

    /** Logs whose event log is a file or standard error. */
    public LogSettings(Level level, @Nullable String file, @Nullable AccessLogSettings access, LogRotation rotation) {
        this(level, file, access, rotation, null);
    }

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
     * @param file an absolute path, or {@code -} for standard output; null when lines go to a receiver only
     * @param rotation of the file; {@link LogRotation#NONE} when somebody else rotates it, or nobody
     * @param syslog the receiver; null when there is none
     */
    public record AccessLogSettings(
            Format format,
            @Nullable String file,
            LogRotation rotation,
            @Nullable SyslogSettings syslog) {

        /** A log that goes to a file or standard output. */
        public AccessLogSettings(Format format, String file, LogRotation rotation) {
            this(format, file, rotation, null);
        }

        /** A log that is not rotated. */
        public AccessLogSettings(Format format, String file) {
            this(format, file, LogRotation.NONE);
        }
    }
}
