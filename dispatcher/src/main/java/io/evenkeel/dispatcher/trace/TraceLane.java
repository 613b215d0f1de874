// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The part of the tracing that one loop has: its random numbers, and a bounded ring of recorded requests to the thread
 * that exports them. Neither side waits; what finds no room is dropped and counted. One thread puts and one takes.
 */
public final class TraceLane {

    /** Requests that wait at most. */
    static final int CAPACITY = 1024;

    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle DROPPED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(TraceLane.class, "tail", long.class);
            HEAD = lookup.findVarHandle(TraceLane.class, "head", long.class);
            DROPPED = lookup.findVarHandle(TraceLane.class, "dropped", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final SplittableRandom random;
    private final AtomicReferenceArray<@Nullable RequestSpan> ring = new AtomicReferenceArray<>(CAPACITY);

    @SuppressWarnings("UnusedVariable") // through TAIL
    private volatile long tail;

    @SuppressWarnings("UnusedVariable") // through HEAD
    private volatile long head;

    @SuppressWarnings("UnusedVariable") // through DROPPED
    private volatile long dropped;

    TraceLane(long seed) {
        random = new SplittableRandom(seed);
    }

    /** An identifier, which is never 0. Loop only. */
    long nextId() {
        long id = random.nextLong();
        return id == 0 ? 1 : id;
    }

    /** Puts a request. Loop only. */
    void put(RequestSpan span) {
        long end = (long) TAIL.get(this);
        if (end - (long) HEAD.getAcquire(this) >= CAPACITY) {
            DROPPED.setOpaque(
                    this, (long) DROPPED.get(this) + 1 + span.attempts().size());
            return;
        }
        ring.setPlain((int) (end & (CAPACITY - 1)), span);
        TAIL.setRelease(this, end + 1);
    }

    /** The next request; null when there is none. Exporting thread only. */
    public @Nullable RequestSpan take() {
        long at = (long) HEAD.get(this);
        if (at == (long) TAIL.getAcquire(this)) {
            return null;
        }
        int index = (int) (at & (CAPACITY - 1));
        RequestSpan span = ring.getPlain(index);
        ring.setPlain(index, null);
        HEAD.setRelease(this, at + 1);
        return span;
    }

    /** Spans of requests that found no room. */
    public long dropped() {
        return (long) DROPPED.getOpaque(this);
    }
}
