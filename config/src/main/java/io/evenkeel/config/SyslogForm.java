// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

/** The header of messages of syslog. */
public enum SyslogForm {
    /** The header that receivers expect: {@link #LOCAL} on a Unix socket, {@link #RFC5424} elsewhere. */
    AUTO,
    RFC5424,
    /** Number, time, program and process, as the C library's syslog writes them. */
    LOCAL
}
