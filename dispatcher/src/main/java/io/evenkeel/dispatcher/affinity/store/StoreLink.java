// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.dispatcher.affinity.store.SessionStore.Reply;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A store, and the judgement whether it is there.
 *
 * <p>After {@value #FAILURES} failures in a row the store is away: one warning, and no calls but one write each time
 * that {@link #tick} is called, until it succeeds. At most {@value #MOST_OPEN} calls are open at once, so a store
 * that does not answer costs neither memory nor time, nor do clients who send unknown cookies.
 *
 * <p>A lost session costs a user more than a wait, so requests wait for a store that is slow now and then. One that was
 * late {@value #LATE} times in a row, without an answer in time between them, gets a tenth of their patience until it
 * answers in time again, which it is asked for as before.
 *
 * <p>Threads: any.
 */
public final class StoreLink implements AutoCloseable {

    static final int FAILURES = 3;
    static final int MOST_OPEN = 1024;
    static final int LATE = 3;
    static final int LITTLE_PATIENCE = 10;

    private static final String PROBE = "evenkeel:probe";
    private static final int PROBE_S = 60;
    private static final long GREETING_S = 1;

    private final String name;
    private final SessionStore store;
    private final EventLogger log;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger failuresInRow = new AtomicInteger();
    private final AtomicInteger lateInRow = new AtomicInteger();
    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicBoolean probing = new AtomicBoolean();
    private volatile long awaySinceNs;
    private volatile long nowNs;
    private volatile boolean closed;

    private final LongAdder asked = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /**
     * A link to a store that is taken to be there.
     *
     * @param name of the store in messages, without a password
     */
    public StoreLink(String name, SessionStore store, EventLogger log, long nowNs) {
        this.name = name;
        this.store = store;
        this.log = log;
        this.nowNs = nowNs;
    }

    /**
     * Asks the store for the first time and waits for the answer, a second at most: the first request finds a
     * connection that is made and code that is loaded, and a store that is away is left alone from the beginning. Not
     * for event loops.
     */
    void greet() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Reply last = (value, failure) -> answer.complete(failure == null ? "" : failure);
        probe((value, failure) -> {
            if (failure == null) {
                store.read(PROBE, last);
            } else {
                last.done(0, failure);
            }
        });
        try {
            String failure = answer.get(GREETING_S, TimeUnit.SECONDS);
            if (!failure.isEmpty()) {
                leaveAlone(failure);
            }
        } catch (TimeoutException | ExecutionException e) {
            leaveAlone("no answer within " + GREETING_S + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks a store that is away whether it is back; once a second. */
    public void tick(long now) {
        nowNs = now;
        if (away.get() && !closed && probing.compareAndSet(false, true)) {
            probe((value, failure) -> {
                probing.set(false);
                if (failure == null) {
                    back();
                }
            });
        }
    }

    /** Writes, because a store that is full or only a copy still answers who reads. */
    private void probe(Reply reply) {
        store.write(PROBE, 1, PROBE_S, reply);
    }

    /**
     * Asks for the number of a key.
     *
     * @return false when the store is left alone; then no reply follows
     */
    boolean ask(String key, Reply reply) {
        asked.increment();
        if (!enter()) {
            return false;
        }
        store.read(key, (value, failure) -> {
            leave(failure);
            if (failure == null && value != 0) {
                found.increment();
            }
            reply.done(value, failure);
        });
        return true;
    }

    /** Lets a key live on; the reply tells its number, and does not come while the store is left alone. */
    void renew(String key, int seconds, Reply reply) {
        if (enter()) {
            store.renew(key, seconds, (value, failure) -> {
                leave(failure);
                reply.done(value, failure);
            });
        }
    }

    void write(String key, long value, int seconds) {
        if (enter()) {
            store.write(key, value, seconds, (nothing, failure) -> {
                leave(failure);
                if (failure == null) {
                    written.increment();
                }
            });
        }
    }

    void remove(String key) {
        if (enter()) {
            store.remove(key, (nothing, failure) -> leave(failure));
        }
    }

    /**
     * The longest that a request waits for an answer now.
     *
     * @param boundNs the longest that it may wait at all
     */
    long patienceNs(long boundNs) {
        return lateInRow.get() < LATE ? boundNs : boundNs / LITTLE_PATIENCE;
    }

    /** A request went on before the answer. */
    void wasLate() {
        late.increment();
        lateInRow.incrementAndGet();
    }

    /** An answer took no longer than a request may wait. */
    void wasInTime() {
        if (lateInRow.get() != 0) {
            lateInRow.set(0);
        }
    }

    /** The figures as they are now. */
    public StoreView view() {
        boolean gone = away.get();
        long awayNs = gone ? Math.max(0, nowNs - awaySinceNs) : 0;
        return new StoreView(
                name,
                asked.sum(),
                found.sum(),
                late.sum(),
                written.sum(),
                skipped.sum(),
                failed.sum(),
                gone,
                TimeUnit.NANOSECONDS.toMillis(awayNs));
    }

    @Override
    public void close() {
        closed = true;
        store.close();
    }

    private boolean enter() {
        if (!closed && !away.get()) {
            if (open.incrementAndGet() <= MOST_OPEN) {
                return true;
            }
            open.decrementAndGet();
        }
        skipped.increment();
        return false;
    }

    private void leave(@Nullable String failure) {
        open.decrementAndGet();
        if (failure == null) {
            failuresInRow.set(0);
            return;
        }
        failed.increment();
        if (failuresInRow.incrementAndGet() >= FAILURES && !closed) {
            leaveAlone(failure);
        }
    }

    private void leaveAlone(String failure) {
        if (away.compareAndSet(false, true)) {
            awaySinceNs = nowNs;
            log.warn("session store " + name + " is away (" + failure
                    + "): requests go on, but sessions of other dispatchers are not found until it is back");
        }
    }

    private void back() {
        failuresInRow.set(0);
        lateInRow.set(0);
        if (away.compareAndSet(true, false)) {
            log.info("session store " + name + " is back after " + TimeUnit.NANOSECONDS.toSeconds(nowNs - awaySinceNs)
                    + " s");
        }
    }
}
