// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * The time the present thread waits. Threads: any; a call costs a look at the thread, so call only when there is
 * something to wait for.
 */
public final class LockTimeouts {

    /**
     * The time a thread that is not an event loop waits for a lock it must have, such as the gate of a cluster that it
     * changes.
     */
    public static final long MUST_NS = 2_000_000_000;

    /** The time it waits for a lock it can do without, such as the gate when it only reads. */
    public static final long MAY_NS = 100_000_000;

    private static final ThreadLocal<Boolean> FOREVER = new ThreadLocal<>();

    private LockTimeouts() {}

    /** Marks the present thread as an event loop: it waits without a limit. */
    public static void waitForever() {
        FOREVER.set(Boolean.TRUE);
    }

    public static boolean waitsForever() {
        return FOREVER.get() != null;
    }

    /**
     * Takes a lock.
     *
     * @param what the thing that is locked, for the message
     * @throws LockTimeoutException when the thread has waited long enough; the lock is not held
     */
    public static void take(Lock lock, String what) {
        if (lock.tryLock()) {
            return;
        }
        if (waitsForever()) {
            lock.lock();
        } else if (!waited(lock, MUST_NS)) {
            throw new LockTimeoutException(what + " has been held for " + MUST_NS / 1_000_000_000 + " s");
        }
    }

    /** Takes a lock if it can be had soon; true when it is held. */
    public static boolean tryTake(Lock lock) {
        return lock.tryLock() || waited(lock, MAY_NS);
    }

    private static boolean waited(Lock lock, long mostNs) {
        try {
            return lock.tryLock(mostNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
