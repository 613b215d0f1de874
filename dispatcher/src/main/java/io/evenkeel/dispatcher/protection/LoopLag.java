// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Measures by how much an event loop is behind its work: the time from giving it a small task until it runs. Only what
 * was measured counts: a loop that hangs in a call says nothing until it turns again, and is then behind once and not
 * twice. Threads: one looks, the loop runs it.
 */
final class LoopLag implements Runnable {

    private final Executor loop;
    private final LongSupplier clock;
    private long sentNs;
    private volatile boolean pending;
    private volatile boolean spoiled;
    private volatile long lastNs;
    private volatile long shownNs;
    private long beforeNs;
    private long judgedNs;

    LoopLag(Executor loop, LongSupplier clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    public void run() {
        lastNs = spoiled ? 0 : Math.max(0, clock.getAsLong() - sentNs);
        pending = false;
    }

    /**
     * The lag of the loop, the smaller of the last two that were measured; then it is asked again.
     *
     * @param held true when this look itself came late, because the process or its machine stood still: what is being
     *     measured is no fault of the loop
     */
    long look(long nowNs, boolean held) {
        if (held && pending) {
            spoiled = true;
        }
        if (!pending) {
            judgedNs = Math.min(lastNs, beforeNs);
            beforeNs = lastNs;
            spoiled = false;
            sentNs = nowNs;
            pending = true;
            loop.execute(this);
            shownNs = beforeNs;
        } else {
            shownNs = Math.max(beforeNs, nowNs - sentNs);
        }
        return judgedNs;
    }

    /** The last lag, or the present one of a loop that has not turned yet; for people. */
    long shownNs() {
        return shownNs;
    }
}
