// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import java.net.InetAddress;

/**
 * Turns a client's address into the number that policies know it by: evenly spread, never 0, the same on every
 * dispatcher. Of an IPv6 address the network counts, its first 64 bits, since a host has as many addresses there as it
 * wants.
 */
public final class ClientKey {

    private static final int INET6_OCTETS = 16;

    private ClientKey() {}

    public static long of(InetAddress address) {
        long hash = 0xcbf29ce484222325L;
        byte[] octets = address.getAddress();
        int count = octets.length == INET6_OCTETS ? INET6_OCTETS / 2 : octets.length;
        for (int i = 0; i < count; i++) {
            hash = (hash ^ (octets[i] & 0xff)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash == 0 ? 1 : hash;
    }
}
