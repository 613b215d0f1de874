// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

/**
 * The wish of a node for time without new tasks, as its answers show it: a 503 is the node's state; a 429 may be meant
 * for one client, and counts when the 429s before it went to two other clients, with no other answer between.
 *
 * <p>So one client that a server limits, or one with two addresses, does not take the server from all others. Threads:
 * any; a race between answers may count a 429 more or less.
 */
public final class NodePushback {

    /** The client of the last 429 of a row of such answers; 0 when the last answer was another one. */
    private volatile long limited;

    /** Another client of the same row, the latest one; 0 when there is none. */
    private volatile long limitedToo;

    /** An answer that is neither has come. Costs one volatile read. */
    public void answered() {
        if (limited != 0) {
            limited = 0;
            limitedToo = 0;
        }
    }

    /**
     * An answer with {@code Retry-After} has come.
     *
     * @param unavailable true for a 503, false for a 429
     * @param client a hash of the client's address; 0 when it is not known
     * @return true when the node wants a time without new tasks
     */
    public boolean asks(boolean unavailable, long client) {
        if (unavailable) {
            return true;
        }
        long mine = client == 0 ? 1 : client;
        long last = limited;
        long other = limitedToo;
        if (mine == last) {
            return false;
        }
        limited = mine;
        limitedToo = last;
        return other != 0 && other != mine;
    }
}
