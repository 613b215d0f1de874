// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Measures by how much an event loop is behind: the time from giving it a small task until it runs. A loop that has
 * not run it yet is behind by the time since. Threads: one looks, the loop runs it.
 */
final class LoopProbe implements Runnable {

    private final Executor loop;
    private final LongSupplier clock;
    private long sentNs;
    private volatile boolean pending;
    private volatile boolean spoiled;
    private volatile long lastNs;

    /** The lag of the look before, of which a long one alone says little. */
    private long beforeNs;

    LoopProbe(Executor loop, LongSupplier clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    public void run() {
        lastNs = spoiled ? 0 : Math.max(0, clock.getAsLong() - sentNs);
        pending = false;
    }

    /**
     * The lag since which there were two looks, the smaller of their two; then the loop is asked again.
     *
     * @param held true when this look itself came late, because the process or its machine stood still: what was
     *     measured meanwhile is no fault of the loop
     */
    long look(long nowNs, boolean held) {
        if (held) {
            spoiled = true;
            beforeNs = 0;
            return 0;
        }
        long lag = spoiled ? 0 : pending ? nowNs - sentNs : lastNs;
        long least = Math.min(lag, beforeNs);
        beforeNs = lag;
        if (!pending) {
            spoiled = false;
            sentNs = nowNs;
            pending = true;
            loop.execute(this);
        }
        return least;
    }
}
