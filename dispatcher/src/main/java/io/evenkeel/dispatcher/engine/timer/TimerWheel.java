// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.timer;

import io.evenkeel.dispatcher.log.EventLogger;
import org.jspecify.annotations.Nullable;

/**
 * A timer wheel for timeouts that are moved far more often than they fire.
 *
 * <p>A {@link Timeout} sits in the bucket of its deadline. Moving the deadline later writes one field: when the old
 * bucket comes up, the entry is filed again under what the field says by then. Nothing is allocated after a timeout was
 * made. A timeout fires at or after its deadline, never before, and at most two ticks late on an idle loop; deadlines
 * farther than one turn of the wheel are met again and again, once each turn.
 *
 * <p>Threads: one, that of its loop; time comes in as an argument.
 */
public final class TimerWheel implements Timers {

    /** Width of a bucket. */
    public static final long TICK_NS = 50_000_000L;

    private static final int BUCKETS = 1024;

    /** A timeout that had no memory for what it does comes again after this. */
    private static final long AGAIN_NS = 1_000_000_000L;

    private final Timeout[] buckets = new Timeout[BUCKETS];
    private final Timeout due = Timeout.head();
    private final long originNs;
    private final @Nullable Runnable onFirst;
    private final EventLogger log;
    private long doneTick;
    private int size;

    /**
     * @param originNs the present time
     * @param onFirst run when the wheel gets its first entry, so that somebody begins to call {@link #advance}
     * @param log gets the failures of timeouts
     */
    public TimerWheel(long originNs, @Nullable Runnable onFirst, EventLogger log) {
        this.log = log;
        this.originNs = originNs;
        this.onFirst = onFirst;
        for (int i = 0; i < BUCKETS; i++) {
            buckets[i] = Timeout.head();
        }
    }

    @Override
    public Timeout timeout(Runnable action) {
        return new Timeout(this, action);
    }

    /** The number of filed timeouts, disarmed ones that were not yet met included. */
    public int size() {
        return size;
    }

    void file(Timeout timeout) {
        long tick = Math.max(doneTick + 1, tickOf(timeout.deadlineNs));
        timeout.filedNs = originNs + tick * TICK_NS;
        timeout.linkBefore(buckets[(int) (tick % BUCKETS)]);
        if (size++ == 0 && onFirst != null) {
            onFirst.run();
        }
    }

    void removed() {
        size--;
    }

    /** The tick at whose end the deadline has passed. */
    private long tickOf(long deadlineNs) {
        long sinceNs = deadlineNs - originNs;
        return sinceNs <= 0 ? 0 : (sinceNs - 1) / TICK_NS + 1;
    }

    /** Fires what is due; after a long sleep every bucket is met once, not once for every turn that was missed. */
    public void advance(long nowNs) {
        long nowTick = (nowNs - originNs) / TICK_NS;
        long tick = Math.max(doneTick + 1, nowTick - BUCKETS + 1);
        while (tick <= nowTick) {
            doneTick = tick;
            due.takeAllOf(buckets[(int) (tick % BUCKETS)]);
            for (Timeout timeout = due.next; timeout != due; timeout = due.next) {
                timeout.unlink();
                size--;
                meet(timeout, nowNs);
            }
            tick++;
        }
    }

    private void meet(Timeout timeout, long nowNs) {
        if (timeout.deadlineNs == Timeout.NEVER) {
            return;
        }
        if (timeout.deadlineNs - nowNs > 0) {
            file(timeout);
            return;
        }
        timeout.deadlineNs = Timeout.NEVER;
        try {
            timeout.action.run();
        } catch (RuntimeException e) {
            log.error("a timeout failed", e);
        } catch (OutOfMemoryError e) {
            // its connection must not stay open for ever
            timeout.arm(nowNs + AGAIN_NS);
        }
    }
}
