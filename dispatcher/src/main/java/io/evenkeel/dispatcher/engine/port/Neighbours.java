// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.port;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The processes that may listen on the addresses of this one, too: the one before, from which it takes over, and the
 * one after it. There are none unless somebody says so. Threads: any.
 */
public final class Neighbours {

    private volatile int before;
    private volatile boolean after;
    private final Queue<Runnable> onceAlone = new ConcurrentLinkedQueue<>();

    /**
     * Says that the process before listens on the same addresses.
     *
     * @param sockets those that it has for each address; 0 when it has ended
     */
    public void before(int sockets) {
        before = sockets;
        if (sockets == 0) {
            for (Runnable next = onceAlone.poll(); next != null; next = onceAlone.poll()) {
                next.run();
            }
        }
    }

    /** Runs something once the process before has ended, on the thread that says so. */
    public void onceAlone(Runnable action) {
        onceAlone.add(action);
        if (before == 0 && onceAlone.remove(action)) {
            action.run();
        }
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
