// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

/**
 * The doubt that anybody is at the other end of a connection, from a PING until something comes. Threads: the
 * connection's loop.
 */
final class Doubt {

    /** Time without an octet from the server after which a stream that is given up is a reason. */
    private static final long QUIET_NS = 1_000_000_000;

    private boolean open;
    private boolean confirmed;
    private long heardNs;

    /** Begins when the server has said nothing for a while; false when it does not, or has begun before. */
    boolean begin(long nowNs) {
        if (open || nowNs - heardNs <= QUIET_NS) {
            return false;
        }
        open = true;
        return true;
    }

    /** The server says something: true when that ends a doubt. */
    boolean heard(long nowNs) {
        boolean ends = open;
        heardNs = nowNs;
        open = false;
        confirmed = false;
        return ends;
    }

    /** The PING was not answered in time. */
    void confirm() {
        confirmed = true;
    }

    boolean isOpen() {
        return open;
    }

    /** True when the connection is of no use any more, except for those who wait on it. */
    boolean isConfirmed() {
        return confirmed;
    }
}
