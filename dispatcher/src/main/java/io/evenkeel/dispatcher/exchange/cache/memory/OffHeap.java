// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Octets outside the heap that several users share; freed by the last one. Its octets do not change once they are
 * shared. Any thread.
 */
public final class OffHeap {

    /** Without the samples by which Netty looks for leaks: the budget counts every octet. */
    private static final ByteBufAllocator BUFFERS = new UnpooledByteBufAllocator(true, true);

    private final MemoryBudget budget;
    private final ByteBuf octets;
    private final int capacity;
    private final AtomicInteger users = new AtomicInteger(1);
    private final AtomicInteger pins = new AtomicInteger();

    private OffHeap(MemoryBudget budget, ByteBuf octets, int capacity) {
        this.budget = budget;
        this.octets = octets;
        this.capacity = capacity;
    }

    /** Room for octets, the caller's until {@link #release}; null when there is none. */
    static @Nullable OffHeap of(MemoryBudget budget, int capacity) {
        if (!budget.take(capacity)) {
            return null;
        }
        try {
            return new OffHeap(budget, BUFFERS.directBuffer(capacity, capacity), capacity);
        } catch (OutOfMemoryError e) {
            // the buffers of the traffic go first
            budget.give(capacity);
            return null;
        }
    }

    /** Room that is needed, whatever is taken; null when the process has no memory for it. */
    static @Nullable OffHeap anyway(MemoryBudget budget, int capacity) {
        budget.takeAnyway(capacity);
        try {
            return new OffHeap(budget, BUFFERS.directBuffer(capacity, capacity), capacity);
        } catch (OutOfMemoryError e) {
            budget.give(capacity);
            return null;
        }
    }

    /** Room for octets that a slow client keeps, pinned; null when the bounds leave none. */
    static @Nullable OffHeap pinned(MemoryBudget budget, int capacity) {
        if (!budget.tryPin(capacity)) {
            return null;
        }
        OffHeap room = of(budget, capacity);
        if (room == null) {
            budget.unpin(capacity);
        } else {
            room.pins.set(1);
        }
        return room;
    }

    /** The octets; their indexes are the maker's alone. */
    public ByteBuf octets() {
        return octets;
    }

    int capacity() {
        return capacity;
    }

    /** One user more; false when the octets are freed already. */
    boolean retain() {
        int now = users.get();
        while (now > 0) {
            if (users.compareAndSet(now, now + 1)) {
                return true;
            }
            now = users.get();
        }
        return false;
    }

    /** One more client takes them slowly, which has a use of them. */
    void pin() {
        if (pins.getAndIncrement() == 0) {
            budget.pin(capacity);
        }
    }

    /** One such client less; before it gives its use back. */
    void unpin() {
        if (pins.decrementAndGet() == 0) {
            budget.unpin(capacity);
        }
    }

    boolean isPinned() {
        return pins.get() > 0;
    }

    /** The same for one user more, while a user is sure to have it. */
    public OffHeap again() {
        if (!retain()) {
            throw new IllegalStateException("the bytes of an answer that is in use are freed");
        }
        return this;
    }

    /** One user less. */
    public void release() {
        if (users.decrementAndGet() == 0) {
            octets.release();
            budget.give(capacity);
        }
    }
}
