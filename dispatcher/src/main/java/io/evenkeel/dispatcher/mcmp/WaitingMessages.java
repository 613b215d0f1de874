// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts messages that wait, so that no address fills the places of others: one has some, and while many wait one.
 * Any thread.
 */
final class WaitingMessages {

    /** The most messages of an address; servers behind one NAT share them. */
    static final int MOST_OF_ONE = 32;

    /** So many wait when each address gets one place only. */
    static final int MANY = 256;

    /** The most messages. */
    static final int MOST = 1024;

    private final Map<InetAddress, Integer> waiting = new HashMap<>();
    private int sum;

    /** Takes a place; false when there is none for the address. */
    synchronized boolean enter(InetAddress peer) {
        int mine = waiting.getOrDefault(peer, 0);
        if (mine >= (sum < MANY ? MOST_OF_ONE : 1) || sum >= MOST) {
            return false;
        }
        waiting.put(peer, mine + 1);
        sum++;
        return true;
    }

    /** Gives a place back. */
    synchronized void leave(InetAddress peer) {
        waiting.computeIfPresent(peer, (key, mine) -> mine == 1 ? null : mine - 1);
        sum--;
    }
}
