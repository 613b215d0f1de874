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
        SyslogAddress address, SyslogFacility facility, String appName, Form form, int maxMessage) {

    public static final SyslogFacility FACILITY = SyslogFacility.DAEMON;
    public static final String APP_NAME = "evenkeel";

    /** The header of a message. */
    public enum Form {
        /** What the receivers of an address expect: {@link #LOCAL} on a Unix socket, {@link #RFC5424} elsewhere. */
        AUTO,
        RFC5424,
        /** Priority, time, program and process, as the C library's syslog writes them. */
        LOCAL
    }

    /** A receiver with the defaults for its address. */
    public SyslogSettings(SyslogAddress address) {
        this(address, FACILITY, APP_NAME, Form.AUTO, address.transport().usualLimit());
    }

    /** The header in use: {@link Form#RFC5424} or {@link Form#LOCAL}. */
    public Form header() {
        if (form != Form.AUTO) {
            return form;
        }
        return address.transport() == SyslogAddress.Transport.UNIX ? Form.LOCAL : Form.RFC5424;
    }
}
