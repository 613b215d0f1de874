// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

/** The ways of a message of syslog to its receiver. */
public enum SyslogTransport {
    /** A datagram for each message (RFC 5426). */
    UDP("udp://", 2048),
    /** A connection with octet counting (RFC 6587 §3.4.1). */
    TCP("tcp://", 8192),
    /** A datagram socket in the file system. */
    UNIX("unix:", 8192);

    private final String prefix;
    private final int usualLimit;

    SyslogTransport(String prefix, int usualLimit) {
        this.prefix = prefix;
        this.usualLimit = usualLimit;
    }

    /** The beginning of an address. */
    String prefix() {
        return prefix;
    }

    /**
     * The octets of a message that a receiver is expected to take: over UDP those of RFC 5424 §6.1, on the others those
     * of rsyslog.
     */
    public int usualLimit() {
        return usualLimit;
    }
}
