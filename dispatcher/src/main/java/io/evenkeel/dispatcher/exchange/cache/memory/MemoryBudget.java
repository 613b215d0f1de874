// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bound of all octets that the cache has outside the heap: those stored, those that are being gathered, and those
 * that left the cache while slow clients still take them. Any thread.
 */
final class MemoryBudget {

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    MemoryBudget(long most) {
        this.most = most;
    }

    /** Takes octets; false, and nothing is taken, when they are too many. */
    boolean take(long octets) {
        if (taken.addAndGet(octets) > most) {
            taken.addAndGet(-octets);
            return false;
        }
        return true;
    }

    void give(long octets) {
        taken.addAndGet(-octets);
    }

    long taken() {
        return taken.get();
    }
}
