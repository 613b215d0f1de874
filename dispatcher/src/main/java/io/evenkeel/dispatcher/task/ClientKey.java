// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import java.net.InetAddress;

/**
 * Turns a client's address, or the name that a client of the broker gives itself, into the number that policies know it
 * by: evenly spread, never 0, the same on every dispatcher. Of an IPv6 address the network counts, its first 64 bits,
 * since a host has as many addresses there as it wants.
 */
public final class ClientKey {

    private static final int INET6_OCTETS = 16;
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private ClientKey() {}

    public static long of(InetAddress address) {
        long hash = BASIS;
        byte[] octets = address.getAddress();
        int count = octets.length == INET6_OCTETS ? INET6_OCTETS / 2 : octets.length;
        for (int i = 0; i < count; i++) {
            hash = (hash ^ (octets[i] & 0xff)) * PRIME;
        }
        return spread(hash);
    }

    public static long of(String name) {
        long hash = BASIS;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * PRIME;
        }
        return spread(hash);
    }

    private static long spread(long fnv) {
        long hash = (fnv ^ (fnv >>> 32)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash == 0 ? 1 : hash;
    }
}
