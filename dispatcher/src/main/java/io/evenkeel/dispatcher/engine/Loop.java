// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.engine.buffer.SharedReads;
import io.evenkeel.dispatcher.engine.timer.TimerWheel;
import io.evenkeel.dispatcher.engine.timer.Timers;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.Spacing;
import io.netty.channel.EventLoop;
import java.util.Arrays;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One event loop and what its connections share: a timer wheel, a read buffer, a clock and objects of
 * {@link LoopLocal}.
 *
 * <p>Threads: everything but {@link #execute}, {@link #after}, {@link #every}, {@link #inLoop}, {@link #nowNs},
 * {@link #events}, {@link #index} and {@link #count} belongs to the loop's own thread.
 */
public final class Loop {

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);

    private final EventLog events;
    private final int index;
    private final int count;
    private final EventLoop eventLoop;
    private final LongSupplier clock;
    private final SharedReads reads;
    private final TimerWheel timers;
    private long shortages;
    private final Spacing shortageLines = new Spacing(QUIET_NS);
    private final Spacing failureLines = new Spacing(QUIET_NS);
    private @Nullable Object[] locals = new @Nullable Object[8];

    Loop(int index, int count, EventLoop eventLoop, boolean sharedReads, EventLog events) {
        this(index, count, eventLoop, sharedReads, events, System::nanoTime);
    }

    /** @param clock the monotonic time in ns; the one that the event loop schedules by */
    Loop(int index, int count, EventLoop eventLoop, boolean sharedReads, EventLog events, LongSupplier clock) {
        this.events = events;
        this.index = index;
        this.count = count;
        this.eventLoop = eventLoop;
        this.clock = clock;
        this.reads = new SharedReads(sharedReads);
        this.timers = new TimerWheel(clock.getAsLong(), this::scheduleTick, events.listener());
    }

    /** 0 to one less than the number of loops. */
    public int index() {
        return index;
    }

    /** The number of loops. */
    public int count() {
        return count;
    }

    /** The event log of the dispatcher. */
    public EventLog events() {
        return events;
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    public Timers timers() {
        return timers;
    }

    SharedReads reads() {
        return reads;
    }

    /** The monotonic time. Reads the clock, tens of nanoseconds: ask once for an event and pass the answer on. */
    public long nowNs() {
        return clock.getAsLong();
    }

    public boolean inLoop() {
        return eventLoop.inEventLoop();
    }

    /** Runs something on this loop, soon; from any thread. */
    public void execute(Runnable action) {
        eventLoop.execute(action);
    }

    /**
     * Runs something on this loop behind the events and actions that it has taken up already, so once for all that
     * happens in the present turn.
     */
    public void atTurnEnd(Runnable action) {
        eventLoop.execute(action);
    }

    /**
     * Runs something on this loop once, after a delay in ns; from any thread. Exact and more expensive than
     * {@link #timers}. What it throws is said in the event log, once a second at most.
     */
    public ScheduledFuture<?> after(long delayNs, Runnable action) {
        return eventLoop.schedule(() -> run(action), delayNs, TimeUnit.NANOSECONDS);
    }

    /**
     * Runs something on this loop again and again, each time so many ns after the end of the last; from any thread.
     * When it throws, that is said in the event log, and the next time comes all the same.
     */
    public ScheduledFuture<?> every(long delayNs, Runnable action) {
        return eventLoop.scheduleWithFixedDelay(() -> run(action), delayNs, delayNs, TimeUnit.NANOSECONDS);
    }

    /** Netty would keep what a scheduled action throws for somebody who asks, and repeat it no more. */
    private void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            say(e);
        }
    }

    private void say(Throwable failure) {
        try {
            if (failureLines.passes(nowNs())) {
                events.listener().error("an action that was to come later failed on " + this, failure);
            }
        } catch (RuntimeException | Error e) {
            // no memory for a line either; the action comes again all the same
        }
    }

    /** Says that a connection is closed for want of direct memory; at most once a second, without a trace. */
    void outOfMemory(Throwable cause) {
        long nowNs = nowNs();
        shortages++;
        if (shortageLines.passes(nowNs)) {
            events.listener()
                    .error("a connection is closed, " + shortages
                            + " on this loop by now, because there is no memory for it: " + cause.getMessage()
                            + "; a higher -XX:MaxDirectMemorySize gives more");
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
        eventLoop.schedule(this::tick, TimerWheel.TICK_NS, TimeUnit.NANOSECONDS);
    }

    private void tick() {
        try {
            timers.advance(clock.getAsLong());
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
