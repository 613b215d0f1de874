// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.port;

/**
 * The processes that may listen on the addresses of this one, too: the one before, from which it takes over, and the
 * one after it. There are none unless somebody says so. Threads: any.
 */
public final class Neighbours {

    private volatile int before;
    private volatile boolean after;

    /**
     * Says that the process before listens on the same addresses.
     *
     * @param sockets those that it has for each address; 0 when it has ended
     */
    public void before(int sockets) {
        before = sockets;
    }

    /** The sockets of the process before for each address; 0 when there is none. */
    public int before() {
        return before;
    }

    /** Says whether another process listens on the same addresses and goes on when this one ends. */
    public void after(boolean isThere) {
        after = isThere;
    }

    /** True when addresses stay taken although this process has closed them. */
    public boolean after() {
        return after;
    }
}
