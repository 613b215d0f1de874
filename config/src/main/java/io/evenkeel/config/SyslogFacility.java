// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

/** The part of a system that a message of syslog is from (RFC 5424 §6.2.1), by which receivers sort. */
public enum SyslogFacility {
    USER(1),
    MAIL(2),
    DAEMON(3),
    AUTH(4),
    SYSLOG(5),
    LPR(6),
    NEWS(7),
    UUCP(8),
    CRON(9),
    AUTHPRIV(10),
    FTP(11),
    LOCAL0(16),
    LOCAL1(17),
    LOCAL2(18),
    LOCAL3(19),
    LOCAL4(20),
    LOCAL5(21),
    LOCAL6(22),
    LOCAL7(23);

    private final int code;

    SyslogFacility(int code) {
        this.code = code;
    }

    /** The number of the standard, 1 to 23. */
    public int code() {
        return code;
    }
}
