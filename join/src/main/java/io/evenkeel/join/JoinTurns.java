// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;

/**
 * The thread of a joined dispatcher. Sends a report when the time that the last one has set is over, counts what others
 * tell when it comes, and does all else five times a second, since what is sent there is bounded for each turn.
 */
final class JoinTurns {

    static final long SETTLE_EVERY_NS = 200_000_000L;

    private static final long NS_PER_MS = 1_000_000L;
    private static final long END_S = 5;

    private final LongSupplier nanoTime;
    private final LongConsumer settle;
    private final LongToIntFunction report;
    private final Runnable count;
    private final Consumer<Throwable> failed;
    private final ScheduledThreadPoolExecutor thread;
    private final DueTime settles;
    private final DueTime reports;
    private final AtomicBoolean isNews = new AtomicBoolean();
    private volatile boolean begun;

    /** Time after the last report at which the next one is due. */
    private long everyNs = SETTLE_EVERY_NS;

    /**
     * Turns that have not begun.
     *
     * @param settle the turn five times a second
     * @param report returns the milliseconds to the next one
     * @param count counts what has come
     * @param failed takes what a turn fails with
     */
    JoinTurns(
            LongSupplier nanoTime,
            LongConsumer settle,
            LongToIntFunction report,
            Runnable count,
            Consumer<Throwable> failed) {
        this.nanoTime = nanoTime;
        this.settle = settle;
        this.report = report;
        this.count = count;
        this.failed = failed;
        settles = new DueTime(nanoTime.getAsLong());
        reports = new DueTime(nanoTime.getAsLong());
        // The turn that is under way at the end asks for the next one.
        thread = new ScheduledThreadPoolExecutor(1, JoinTurns::thread, new ThreadPoolExecutor.DiscardPolicy());
    }

    private static Thread thread(Runnable work) {
        Thread made = new Thread(work, "evenkeel-join");
        made.setDaemon(true);
        return made;
    }

    /** Takes the first turn in this thread; the other one takes those that follow. */
    void begin() {
        turn();
        begun = true;
        if (isNews.get()) {
            thread.execute(this::count);
        }
    }

    /** Has the thread count what has come, once for all that comes until it does. Any thread. */
    void news() {
        if (!isNews.getAndSet(true) && begun) {
            thread.execute(this::count);
        }
    }

    private void count() {
        if (isNews.getAndSet(false)) {
            try {
                count.run();
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
        }
    }

    private void turn() {
        thread.schedule(this::turn, takeDue(nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
    }

    /**
     * Takes the turns that are due, and counts news. One that fails keeps nobody from the others.
     *
     * @return time from their end to the next one
     */
    long takeDue(long nowNs) {
        if (settles.isPast(nowNs)) {
            try {
                settle.accept(nowNs);
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
            settles.again(SETTLE_EVERY_NS, nanoTime.getAsLong());
        }
        if (reports.isPast(nowNs)) {
            try {
                everyNs = report.applyAsInt(nowNs) * NS_PER_MS;
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
            reports.again(everyNs, nanoTime.getAsLong());
        }
        count();
        long endNs = nanoTime.getAsLong();
        return Math.min(settles.waitNs(endNs), reports.waitNs(endNs));
    }

    /** Takes no more turns; false when the last one does not end in time. */
    boolean end() throws InterruptedException {
        thread.shutdownNow();
        return thread.awaitTermination(END_S, TimeUnit.SECONDS);
    }
}
