// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

/**
 * The memory that copies of bodies take on one loop, which were sent to nodes that may say that they did nothing about
 * them. Above its bound nothing more is remembered, and such a request cannot be sent once more. Threads: that of its
 * loop.
 */
public final class SentMemory {

    private final long bound;
    private long taken;

    /** @param bound octets that the buffers of all copies may take together */
    public SentMemory(long bound) {
        this.bound = bound;
    }

    /** Takes room for octets; false when there is none. */
    boolean take(int octets) {
        if (taken + octets > bound) {
            return false;
        }
        taken += octets;
        return true;
    }

    /** Gives room back. */
    void give(int octets) {
        taken -= octets;
    }

    /** Octets that are taken now. */
    public long taken() {
        return taken;
    }
}
