// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.config.LogSettings.Level;

/** The severities of syslog that are used (RFC 5424 §6.2.1); journald has the same numbers. */
public enum SyslogSeverity {
    ERROR(3),
    WARNING(4),
    INFORMATIONAL(6),
    DEBUG(7);

    private final int code;

    SyslogSeverity(int code) {
        this.code = code;
    }

    /** The number of the standard. */
    public int code() {
        return code;
    }

    /** The severity of an event. */
    public static SyslogSeverity of(Level level) {
        return switch (level) {
            case ERROR -> ERROR;
            case WARN -> WARNING;
            case INFO -> INFORMATIONAL;
            case DEBUG, TRACE -> DEBUG;
        };
    }
}
