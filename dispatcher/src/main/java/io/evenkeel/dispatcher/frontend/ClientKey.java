// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import java.net.InetAddress;

/**
 * Turns a client's address into the number that policies know it by: evenly spread, never 0, the same on every
 * dispatcher.
 */
public final class ClientKey {

    private ClientKey() {}

    public static long of(InetAddress address) {
        long hash = 0xcbf29ce484222325L;
        for (byte octet : address.getAddress()) {
            hash = (hash ^ (octet & 0xff)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash == 0 ? 1 : hash;
    }
}
