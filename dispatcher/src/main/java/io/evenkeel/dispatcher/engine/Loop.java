// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.log.EventLog;
import io.netty.channel.EventLoop;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One event loop and what its connections share: a timer wheel, a read buffer, a clock and objects of
 * {@link LoopLocal}.
 *
 * <p>Threads: everything but {@link #execute}, {@link #inLoop}, {@link #nowNs}, {@link #index} and {@link #count}
 * belongs to the loop's own thread.
 */
public final class Loop {

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);

    private final int index;
    private final int count;
    private final EventLoop eventLoop;
    private final SharedReads reads;
    private final IdleWheel timers;
    private long shortages;
    private long saidNs;
    private @Nullable Object[] locals = new @Nullable Object[8];

    Loop(int index, int count, EventLoop eventLoop, boolean sharedReads) {
        this.index = index;
        this.count = count;
        this.eventLoop = eventLoop;
        this.reads = new SharedReads(sharedReads);
        this.timers = new IdleWheel(System.nanoTime(), this::scheduleTick);
    }

    /** 0 to one less than the number of loops. */
    public int index() {
        return index;
    }

    /** The number of loops. */
    public int count() {
        return count;
    }

    public EventLoop eventLoop() {
        return eventLoop;
    }

    public IdleWheel timers() {
        return timers;
    }

    SharedReads reads() {
        return reads;
    }

    /** The monotonic time. Reads the clock, tens of nanoseconds: ask once for an event and pass the answer on. */
    public long nowNs() {
        return System.nanoTime();
    }

    public boolean inLoop() {
        return eventLoop.inEventLoop();
    }

    /** Runs something on this loop, soon; from any thread. */
    public void execute(Runnable action) {
        eventLoop.execute(action);
    }

    /** There is no direct memory for a connection, which is closed; says so once a second at most, without a trace. */
    void outOfMemory(Throwable cause) {
        long nowNs = nowNs();
        shortages++;
        if (shortages == 1 || nowNs - saidNs >= QUIET_NS) {
            saidNs = nowNs;
            EventLog.LISTENER.error("a connection is closed, " + shortages
                    + " on this loop by now, because there is no memory for it: " + cause.getMessage());
        }
    }

    @Nullable
    Object local(int place) {
        return place < locals.length ? locals[place] : null;
    }

    void local(int place, Object value) {
        if (place >= locals.length) {
            locals = Arrays.copyOf(locals, Math.max(place + 1, 2 * locals.length));
        }
        locals[place] = value;
    }

    private void scheduleTick() {
        eventLoop.schedule(this::tick, IdleWheel.TICK_NS, TimeUnit.NANOSECONDS);
    }

    private void tick() {
        try {
            timers.advance(System.nanoTime());
        } finally {
            if (timers.size() > 0) {
                scheduleTick();
            }
        }
    }

    @Override
    public String toString() {
        return "loop " + index;
    }
}
