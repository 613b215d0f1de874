// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2.conduct;

import java.util.Arrays;

/**
 * The hosts, as written, that a client was found to ask for on the right connection, so that each is looked at once.
 * Few are remembered; the oldest is forgotten first. Asking again allocates nothing. Threads: the connection's loop.
 */
public final class AskedHosts {

    private static final int MOST = 8;
    private static final byte[][] NONE = {};

    /** The first {@link #count} places are used. */
    private byte[][] hosts = NONE;

    private int count;
    private int next;

    /** True for a host that was added and is not forgotten. */
    public boolean has(byte[] octets, int from, int to) {
        for (int i = 0; i < count; i++) {
            if (Arrays.equals(hosts[i], 0, hosts[i].length, octets, from, to)) {
                return true;
            }
        }
        return false;
    }

    /** Adds a host. */
    public void add(byte[] octets, int from, int to) {
        if (count < MOST) {
            count++;
            hosts = Arrays.copyOf(hosts, count);
        }
        hosts[next] = Arrays.copyOfRange(octets, from, to);
        next = (next + 1) % MOST;
    }
}
