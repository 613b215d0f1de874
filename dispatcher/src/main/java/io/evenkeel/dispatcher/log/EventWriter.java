// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The background thread of an event log, and its output. The thread starts with the first event and ends when there
 * was none for a while. It is a daemon, so code that ends the process flushes first. Where the system gives no thread,
 * events are dropped until it does: those who say them may be event loops, and must not fail.
 */
final class EventWriter {

    private static final int MOST_WAITING = 4096;
    private static final long KEEP_S = 10;
    private static final long FLUSH_S = 2;
    private static final long AGAIN_NS = 10_000_000;

    private final LongAdder dropped = new LongAdder();
    private final ThreadPoolExecutor thread;

    /** Events that could not be written. */
    private final LongAdder lost = new LongAdder();

    /** The writing thread alone changes and uses this; others ask it for its losses. */
    private volatile EventTarget target = new EventStream();

    /** The settings that the target is made of; null for standard error. For the writing thread alone. */
    private @Nullable EventPlace place;

    EventWriter() {
        this(work -> {
            Thread made = new Thread(work, "evenkeel-event-log");
            made.setDaemon(true);
            return made;
        });
    }

    EventWriter(ThreadFactory threads) {
        thread = new ThreadPoolExecutor(
                1, 1, KEEP_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), threads);
        thread.allowCoreThreadTimeOut(true);
    }

    void add(Event event) {
        try {
            thread.execute(() -> write(event));
        } catch (RejectedExecutionException | OutOfMemoryError noRoomOrThread) {
            dropped.increment();
        }
    }

    /**
     * Sends later events to a place; a file that they go to already is opened again.
     *
     * @param wanted null for standard error
     * @param troubles told what is wrong with the place
     */
    void to(@Nullable EventPlace wanted, EventLogger troubles) {
        change(() -> {
            if (wanted != null && wanted.equals(place)) {
                reopen(troubles);
                return;
            }
            EventTarget before = target;
            before.close();
            target = new EventStream();
            lost.add(before.lost());
            place = wanted;
            if (wanted != null) {
                open(wanted, troubles);
            }
        });
    }

    /** Opens the file of the place again, when there is one. */
    void reopened(EventLogger troubles) {
        change(() -> reopen(troubles));
    }

    private void reopen(EventLogger troubles) {
        try {
            target.reopen();
        } catch (IOException | RuntimeException e) {
            troubles.error("the event log could not be opened again, the old file stays in use: " + e);
        }
    }

    private void open(EventPlace wanted, EventLogger troubles) {
        try {
            target = wanted.open(troubles::error);
        } catch (IOException | RuntimeException e) {
            place = null;
            troubles.error("the event log " + wanted + " cannot be opened, events go to standard error: " + e);
        }
    }

    /** Says why an event was lost, on standard error, without what else may be wrong with it. */
    private static void complaint(Throwable why) {
        EventFile.say("an event could not be written: " + why.getClass().getName());
    }

    /** Queues a change of the file; unlike an event it may wait for room, so that it is never lost. */
    private void change(Runnable edit) {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(FLUSH_S);
        while (System.nanoTime() - untilNs < 0) {
            try {
                thread.execute(edit);
                return;
            } catch (RejectedExecutionException full) {
                flush();
            } catch (OutOfMemoryError noThread) {
                LockSupport.parkNanos(AGAIN_NS);
            }
        }
    }

    void flush() {
        CountDownLatch done = new CountDownLatch(1);
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(FLUSH_S);
        while (System.nanoTime() - untilNs < 0) {
            try {
                thread.execute(done::countDown);
                boolean ignored = done.await(FLUSH_S, TimeUnit.SECONDS);
                return;
            } catch (RejectedExecutionException full) {
                Thread.onSpinWait();
            } catch (OutOfMemoryError noThread) {
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    long dropped() {
        return dropped.sum();
    }

    /** Events that are missing in the log: those that were dropped, and those that could not be written. */
    long lost() {
        return dropped.sum() + lost.sum() + target.lost();
    }

    private void write(Event event) {
        try {
            target.write(event);
        } catch (IOException said) {
            lost.increment();
        } catch (RuntimeException | VirtualMachineError e) {
            lost.increment();
            complaint(e);
        }
    }
}
