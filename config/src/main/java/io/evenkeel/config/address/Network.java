// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.address;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * A set of addresses in CIDR form.
 *
 * @param address first address
 * @param prefixLength leading bits that must agree
 */
public record Network(InetAddress address, int prefixLength) {

    /**
     * Reads {@code 10.0.0.0/8}, {@code ::1/128} or a single address.
     *
     * @throws IllegalArgumentException with a sentence for the user
     */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        if (literal.isEmpty() || !literal.chars().allMatch(c -> Character.digit(c, 16) >= 0 || c == '.' || c == ':')) {
            throw new IllegalArgumentException("'" + text + "' is not a network; write 10.0.0.0/8 or ::1");
        }
        try {
            InetAddress address = InetAddress.getByName(literal);
            int bits = address.getAddress().length * 8;
            int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
            if (prefix < 0 || prefix > bits) {
                throw new IllegalArgumentException("the prefix of '" + text + "' must be 0 to " + bits);
            }
            return new Network(address, prefix);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a network; write 10.0.0.0/8 or ::1", e);
        }
    }

    /** True when the address is in this network; an IPv4 address is never in an IPv6 network. */
    public boolean contains(InetAddress candidate) {
        byte[] mine = address.getAddress();
        byte[] other = candidate.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        int whole = prefixLength / 8;
        for (int i = 0; i < whole; i++) {
            if (mine[i] != other[i]) {
                return false;
            }
        }
        int rest = prefixLength % 8;
        return rest == 0 || ((mine[whole] ^ other[whole]) & 0xff) >>> (8 - rest) == 0;
    }
}
