// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Work that is done once a second beside the traffic, on the thread {@code evenkeel-agents}. */
final class Sweeper implements AutoCloseable {

    private final List<LongConsumer> chores;
    private final EventLogger log;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(Sweeper::thread);

    /**
     * @param chores each gets the time, monotonic; one that fails does not stop the others
     * @param log gets their failures
     */
    Sweeper(List<LongConsumer> chores, EventLogger log) {
        this.log = log;
        this.chores = List.copyOf(chores);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "evenkeel-agents");
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        thread.scheduleWithFixedDelay(() -> chores.forEach(this::once), 1, 1, TimeUnit.SECONDS);
    }

    /** Catches failures, because one would end the schedule without a message. */
    private void once(LongConsumer chore) {
        try {
            chore.accept(System.nanoTime());
        } catch (LockTimeoutException e) {
            log.debug(() -> "the work of each second waits: " + e.getMessage());
        } catch (RuntimeException e) {
            log.error("the work of each second failed", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
