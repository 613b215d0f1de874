// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Asks name servers and nodes, which may take their time, on threads of its own: one question of an address at a time,
 * so that slow names of one server leave threads for the others, and each with a deadline.
 *
 * <p>Bounded by {@link WaitingMessages}: each question belongs to a message that waits. Any thread.
 */
final class Outside implements AutoCloseable {

    private static final int THREADS = 4;
    private static final long IDLE_S = 30;

    private final long patienceNs;
    private final ThreadPoolExecutor threads;

    /** The questions of addresses of which one is asked now. */
    private final Map<InetAddress, ArrayDeque<Runnable>> next = new HashMap<>();

    /** @param patienceNs the time from a question to its answer, with the wait for a thread */
    Outside(long patienceNs) {
        this.patienceNs = patienceNs;
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Outside::thread);
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread made = new Thread(work, "evenkeel-mcmp-outside");
        made.setDaemon(true);
        return made;
    }

    long patienceNs() {
        return patienceNs;
    }

    /**
     * Asks soon.
     *
     * @param then gets the answer, or {@link OutsideAnswer#LATE}, once, on any thread; must not wait
     */
    void ask(InetAddress peer, Supplier<OutsideAnswer> question, Consumer<OutsideAnswer> then) {
        CompletableFuture<OutsideAnswer> answer = new CompletableFuture<>();
        boolean first;
        synchronized (next) {
            ArrayDeque<Runnable> queue = next.get(peer);
            first = queue == null;
            int before = queue == null ? 0 : queue.size();
            if (before == WaitingMessages.MOST_OF_ONE || (first && next.size() == WaitingMessages.MOST)) {
                // Those before are late and nobody waits for them, but they hold their places.
                answer.complete(OutsideAnswer.LATE);
            } else if (queue == null) {
                next.put(peer, new ArrayDeque<>());
            } else {
                queue.add(() -> asked(peer, question, answer));
            }
        }
        if (first && !answer.isDone()) {
            begin(peer, () -> asked(peer, question, answer));
        }
        answer.completeOnTimeout(OutsideAnswer.LATE, patienceNs, TimeUnit.NANOSECONDS)
                .thenAccept(then);
    }

    private void asked(InetAddress peer, Supplier<OutsideAnswer> question, CompletableFuture<OutsideAnswer> answer) {
        try {
            answer.complete(answer.isDone() ? OutsideAnswer.LATE : question.get());
        } finally {
            answer.complete(OutsideAnswer.LATE);
            Runnable following;
            synchronized (next) {
                following = next.getOrDefault(peer, new ArrayDeque<>()).poll();
                if (following == null) {
                    next.remove(peer);
                }
            }
            if (following != null) {
                begin(peer, following);
            }
        }
    }

    private void begin(InetAddress peer, Runnable asked) {
        try {
            threads.execute(asked);
        } catch (RuntimeException | Error e) {
            synchronized (next) {
                next.remove(peer);
            }
            throw e;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
