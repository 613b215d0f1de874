// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

/**
 * The receiver of syslog that a log goes to, and how its messages look.
 *
 * @param appName the name of the program in each message
 * @param form as written; {@link #header} is what is meant
 * @param maxMessage octets of a message, header included; what is longer is cut
 */
public record SyslogSettings(
        SyslogAddress address, SyslogFacility facility, String appName, SyslogForm form, int maxMessage) {

    public static final SyslogFacility FACILITY = SyslogFacility.DAEMON;
    public static final String APP_NAME = "evenkeel";

    /** A receiver with the defaults for its address. */
    public SyslogSettings(SyslogAddress address) {
        this(address, FACILITY, APP_NAME, SyslogForm.AUTO, address.transport().usualLimit());
    }

    /** The header in use: {@link SyslogForm#RFC5424} or {@link SyslogForm#LOCAL}. */
    public SyslogForm header() {
        if (form != SyslogForm.AUTO) {
            return form;
        }
        return address.transport() == SyslogTransport.UNIX ? SyslogForm.LOCAL : SyslogForm.RFC5424;
    }
}
