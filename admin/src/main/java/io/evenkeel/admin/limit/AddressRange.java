// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.limit;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The neighbourhood of a network address, in which one browser may show another address from time to time: a /24 of
 * IPv4, a /64 of IPv6, and all loopback addresses together. Any thread.
 */
public final class AddressRange {

    private static final int IPV4_OCTETS = 3;
    private static final int IPV6_OCTETS = 8;

    /** Only these are parsed, so that no name server is asked. */
    private static final Pattern LITERAL =
            Pattern.compile("[0-9]+(\\.[0-9]+){3}|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%\\w+)?]?");

    private AddressRange() {}

    /** The same text for addresses of the same range; without colons. */
    public static String of(String address) {
        if (!LITERAL.matcher(address).matches()) {
            return "unknown";
        }
        try {
            InetAddress parsed = InetAddress.getByName(address);
            if (parsed.isLoopbackAddress()) {
                return "loopback";
            }
            byte[] octets = parsed.getAddress();
            boolean four = octets.length == 4;
            int kept = four ? IPV4_OCTETS : IPV6_OCTETS;
            return (four ? "4-" : "6-") + HexFormat.of().formatHex(octets, 0, kept);
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
