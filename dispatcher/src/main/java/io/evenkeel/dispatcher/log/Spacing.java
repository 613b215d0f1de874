// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The least time between two lines about something that goes on, so that it does not fill the log. The first line
 * passes. Any thread; of several at once, one passes.
 */
public final class Spacing {

    private static final long NEVER = Long.MIN_VALUE;

    private final long leastNs;
    private final AtomicLong passedNs = new AtomicLong(NEVER);

    public Spacing(long leastNs) {
        this.leastNs = leastNs;
    }

    /** True when a line may be written now; then it is to be written. */
    public boolean passes(long nowNs) {
        long last = passedNs.get();
        return (last == NEVER || nowNs - last >= leastNs) && passedNs.compareAndSet(last, nowNs);
    }

    /** Lets the next line pass, because what went on is over. */
    public void clear() {
        passedNs.set(NEVER);
    }
}
