// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import org.jspecify.annotations.Nullable;

/** The thread {@code evenkeel-discovery}: turns when an answer has come or something is due, and once a second. */
final class DiscoveryThread implements AutoCloseable {

    static final long SWEEP_NS = 1_000_000_000L;

    private static final long END_MS = 2000;

    private final Turn turn;
    private final Object lock = new Object();
    private @Nullable Thread thread;
    private boolean news;
    private boolean closed;

    /** One turn. */
    interface Turn {

        /** Returns the moment of the next turn, if nothing comes before. */
        long take(long nowNs, long nowMs);
    }

    DiscoveryThread(Turn turn) {
        this.turn = turn;
    }

    void start() {
        synchronized (lock) {
            if (thread == null && !closed) {
                Thread made = new Thread(this::run, "evenkeel-discovery");
                made.setDaemon(true);
                made.start();
                thread = made;
            }
        }
    }

    /** Begins the next turn soon; any thread, does not wait for it. */
    void wake() {
        synchronized (lock) {
            news = true;
            lock.notifyAll();
        }
    }

    private void run() {
        try {
            while (true) {
                synchronized (lock) {
                    news = false;
                }
                long nextNs = turn.take(System.nanoTime(), System.currentTimeMillis());
                synchronized (lock) {
                    long leftMs = (nextNs - System.nanoTime() + 999_999) / 1_000_000;
                    while (!news && !closed && leftMs > 0) {
                        lock.wait(leftMs);
                        leftMs = (nextNs - System.nanoTime() + 999_999) / 1_000_000;
                    }
                    if (closed) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            // close wants this thread to end
            return;
        }
    }

    @Override
    public void close() {
        Thread running;
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
            running = thread;
        }
        if (running != null && running != Thread.currentThread()) {
            running.interrupt();
            try {
                running.join(END_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
