// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.address;

/**
 * An address as written in a configuration file: {@code host:port} or {@code [v6]:port}.
 *
 * @param host name or literal address, without brackets
 * @param port 0 to 65535; 0 means any free port where a listener may ask for that
 */
public record HostPort(String host, int port) {

    /**
     * Reads {@code host:port}, {@code [v6]:port} or {@code :port}, which stands for all interfaces.
     *
     * @throws IllegalArgumentException with a sentence for the user
     */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("'" + text + "' has no port; write host:port");
        }
        String host = text.substring(0, colon);
        String digits = text.substring(colon + 1);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("write the IPv6 address in brackets: [" + host + "]:" + digits);
        }
        if (digits.isEmpty() || digits.length() > 5 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("'" + digits + "' is not a port; use 0 to 65535");
        }
        int port = Integer.parseInt(digits);
        if (port > 65535) {
            throw new IllegalArgumentException("port " + port + " is above 65535");
        }
        return new HostPort(host.isEmpty() ? "0.0.0.0" : host, port);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
