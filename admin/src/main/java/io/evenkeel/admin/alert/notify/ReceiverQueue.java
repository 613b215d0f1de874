// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Brings messages to one receiver, one after the other, and tries again while that may help. The queue has
 * {@value #MOST} places; when it is full, the oldest message is left out and counted.
 *
 * <p>Threads: one of its own; {@link #offer} waits for nothing. A receiver that fails is one event, until it works
 * again.
 */
final class ReceiverQueue implements AutoCloseable {

    static final int MOST = 64;

    private final AlertReceiver settings;
    private final Delivery receiver;
    private final EventLogger log;
    private final Pause pause;
    private final TryPauses backoff = new TryPauses(RandomGenerator.getDefault());
    private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(MOST);
    private final LongAdder sent = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable String problem;

    /** A time between tries; tests have a shorter one. */
    interface Pause {
        void of(long ms) throws InterruptedException;
    }

    ReceiverQueue(AlertReceiver settings, Delivery receiver, EventLogger log, Pause pause) {
        this.settings = settings;
        this.receiver = receiver;
        this.log = log;
        this.pause = pause;
        this.thread = new Thread(this::run, "alert-" + settings.name());
        thread.setDaemon(true);
        thread.start();
    }

    AlertReceiver settings() {
        return settings;
    }

    /** Takes a message; leaves out the oldest one when there are too many. */
    void offer(Message message) {
        while (!queue.offer(message)) {
            if (queue.poll() != null) {
                dropped.increment();
            }
        }
    }

    ReceiverView view() {
        return new ReceiverView(
                settings.name(), kind(), sent.sum(), failed.sum(), dropped.sum(), queue.size(), problem);
    }

    private String kind() {
        if (settings instanceof AlertReceiver.Webhook) {
            return "webhook";
        }
        return settings instanceof AlertReceiver.Mail ? "mail" : "command";
    }

    private void run() {
        try {
            while (!closed) {
                Message message = queue.take();
                if (!message.isResolved() || settings.resolved()) {
                    bringOrLose(message);
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    /** Never fails, since no message would follow. */
    private void bringOrLose(Message message) throws InterruptedException {
        try {
            bring(message);
        } catch (RuntimeException | Error e) {
            dropped.increment();
            try {
                failed(e.toString(), false);
            } catch (RuntimeException | Error again) {
                // as when there is no memory for the words
            }
        }
    }

    private void bring(Message message) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                receiver.send(message);
                sent.increment();
                if (problem != null) {
                    problem = null;
                    log.info("alerts reach receiver " + settings.name() + " again");
                }
                return;
            } catch (DeliveryException e) {
                failed(String.valueOf(e.getMessage()), e.again());
                if (!e.again() || tries == TryPauses.TRIES) {
                    dropped.increment();
                    return;
                }
            }
            pause.of(backoff.delayMs(tries));
        }
    }

    private void failed(String reason, boolean again) {
        failed.increment();
        if (problem == null) {
            log.warn("alerts do not reach receiver " + settings.name() + ": " + reason
                    + (again
                            ? "; it is tried again for some minutes, and nothing waits for it"
                            : "; this message is lost, because another try would not help"));
        }
        problem = reason;
    }

    /** Ends the thread; what was not sent is lost. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
