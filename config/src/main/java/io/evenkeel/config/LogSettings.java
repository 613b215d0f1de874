// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import org.jspecify.annotations.Nullable;

/**
 * The logs of events and requests.
 *
 * @param level least level of events that are written
 * @param file event log; null for standard error
 * @param access null when requests are not logged
 */
public record LogSettings(
        Level level, @Nullable String file, @Nullable AccessLogSettings access) {

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
     * @param file path, or {@code -} for standard output
     */
    public record AccessLogSettings(Format format, String file) {}
}
