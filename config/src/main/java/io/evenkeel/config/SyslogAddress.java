// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import io.evenkeel.config.address.HostPort;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The address of a receiver of syslog: {@code udp://host:port}, {@code tcp://host:port} or {@code unix:/path}.
 *
 * @param host null for a Unix socket
 * @param path absolute; null for UDP and TCP
 */
public record SyslogAddress(
        SyslogTransport transport,
        @Nullable HostPort host,
        @Nullable String path) {

    /** The octets of a path that Linux takes: sun_path in unix(7) without the octet behind it. */
    private static final int LONGEST_PATH = 107;

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException with a sentence for the user
     */
    public static SyslogAddress parse(String text) {
        for (SyslogTransport transport : SyslogTransport.values()) {
            if (text.startsWith(transport.prefix())) {
                String rest = text.substring(transport.prefix().length());
                return transport == SyslogTransport.UNIX
                        ? new SyslogAddress(transport, null, path(rest))
                        : new SyslogAddress(transport, receiver(rest, text), null);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not udp://host:port, tcp://host:port or unix:/path");
    }

    private static HostPort receiver(String rest, String text) {
        HostPort address = HostPort.parse(rest);
        if (address.port() == 0) {
            throw new IllegalArgumentException("'" + text + "' names no port to send to; 514 is that of syslog");
        }
        return address;
    }

    private static String path(String path) {
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new IllegalArgumentException(
                    "the path of a Unix socket may have " + LONGEST_PATH + " bytes; make a link that is shorter");
        }
        return path;
    }

    @Override
    public String toString() {
        return transport.prefix() + (path == null ? host : path);
    }
}
