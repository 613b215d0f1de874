// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.channel.EventLoop;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One event loop and what its connections share: a timer wheel, a read buffer, a clock and objects of {@link LoopLocal}.
 *
 * <p>Threads: everything but {@link #execute}, {@link #inLoop}, {@link #nowNs} and {@link #index} belongs to the loop's own thread.
 */
public final class Loop {

    private final int index;
    private final EventLoop eventLoop;
    private final SharedReads reads;
    private final IdleWheel timers;
    private @Nullable Object[] locals = new @Nullable Object[8];

    Loop(int index, EventLoop eventLoop, boolean sharedReads) {
        this.index = index;
        this.eventLoop = eventLoop;
        this.reads = new SharedReads(sharedReads);
        this.timers = new IdleWheel(System.nanoTime(), this::scheduleTick);
    }

    /** 0 to one less than the number of loops. */
    public int index() {
        return index;
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
        timers.advance(System.nanoTime());
        if (timers.size() > 0) {
            scheduleTick();
        }
    }

    @Override
    public String toString() {
        return "loop " + index;
    }
}
