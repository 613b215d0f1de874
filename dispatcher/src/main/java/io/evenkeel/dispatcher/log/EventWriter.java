// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.io.IOException;
import java.time.ZoneId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The background thread of an event log, and its output. The thread starts with the first event and ends when there
 * was none for a while. It is a daemon, so code that ends the process flushes first.
 */
final class EventWriter {

    private static final int MOST_WAITING = 4096;
    private static final long KEEP_S = 10;
    private static final long FLUSH_S = 2;
    private static final long COMPLAIN_NS = 60_000_000_000L;

    private final LongAdder dropped = new LongAdder();
    private final ThreadPoolExecutor thread;

    /** The writing thread alone reads and writes this; null is standard error. */
    private @Nullable EventFile file;

    /** Events that could not be written and were not reported yet; for the writing thread alone. */
    private long lost;

    private long complainedNs = System.nanoTime() - COMPLAIN_NS;

    EventWriter() {
        thread = new ThreadPoolExecutor(
                1, 1, KEEP_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), work -> {
                    Thread made = new Thread(work, "evenkeel-event-log");
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
    }

    void add(Event event) {
        try {
            thread.execute(() -> write(event));
        } catch (RejectedExecutionException full) {
            dropped.increment();
        }
    }

    /**
     * Sends later events to this file, which is opened again when it was moved.
     *
     * @param path null for standard error
     * @param failures told when the file cannot be opened
     */
    void file(@Nullable String path, EventLogger failures) {
        change(() -> {
            if (path == null) {
                close();
            } else if (file == null || !file.path().equals(path) || file.hasMoved()) {
                open(path, failures);
            }
        });
    }

    private void open(String path, EventLogger failures) {
        close();
        file = EventFile.open(path);
        if (file == null) {
            failures.error("the event log " + path + " cannot be opened, events go to standard error");
        }
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
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    long dropped() {
        return dropped.sum();
    }

    private void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    private void write(Event event) {
        String line = event.line(ZoneId.systemDefault());
        if (file == null) {
            System.err.print(line);
            System.err.flush();
            return;
        }
        try {
            file.append(event, line);
        } catch (IOException e) {
            lost++;
            complain(file.path(), String.valueOf(e.getMessage()));
        }
    }

    /** Writes one line a minute at most, however many events a full disk loses. */
    private void complain(String path, String why) {
        long nowNs = System.nanoTime();
        if (nowNs - complainedNs >= COMPLAIN_NS) {
            complainedNs = nowNs;
            System.err.println("evenkeel: the event log " + path + " cannot be written: " + why + "; " + lost
                    + (lost == 1 ? " event was" : " events were") + " lost");
            System.err.flush();
            lost = 0;
        }
    }
}
