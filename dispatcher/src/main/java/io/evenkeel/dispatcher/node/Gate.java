// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for sections of tens of nanoseconds; not reentrant, not fair.
 *
 * <p>An uncontended pass is one compare-and-set and one release store. A thread that finds it held reads until it is free, so that waiters
 * do not take the cache line from the holder, and yields after a while, because the holder may have lost its core.
 */
final class Gate {

    private static final int SPINS = 64;
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(Gate.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int held;

    @SuppressWarnings("ThreadPriorityCheck") // the holder may have lost its core; giving ours up lets it finish
    void enter() {
        int spins = 0;
        while (held != 0 || !HELD.compareAndSet(this, 0, 1)) {
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    void exit() {
        HELD.setRelease(this, 0);
    }
}
