// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Several threads on one {@link SessionTable}; figures that hold in whichever order they run. */
final class SessionRaceTest {

    private static final long SEED = Long.getLong("seed", 3);
    private static final int THREADS = 4;
    private static final int IDLE = 1800;

    private final AtomicLong began = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong requestsOfEnded = new AtomicLong();

    private final SessionObserver observer = new SessionObserver() {

        @Override
        public void began(long node) {
            began.incrementAndGet();
        }

        @Override
        public void moved(long from, long to) {}

        @Override
        public void ended(long node, int requests, int seconds, SessionEndReason end) {
            ended.incrementAndGet();
            requestsOfEnded.addAndGet(requests);
        }
    };

    private interface Actor {

        long run(int thread, SessionKey key, SplittableRandom random);
    }

    /** Users come again while the segments around them grow and are moved; no request of theirs is lost. */
    @Test
    void everyRequestIsCountedWhileTheTableGrows() throws Exception {
        int users = 500;
        int newcomers = 50_000;
        SessionTable table = new SessionTable(1_000_000, IDLE, observer);
        SessionKey first = new SessionKey();
        for (int user = 1; user <= users; user++) {
            SessionTableKit.key(user, first);
            table.remember(first, user, 0);
        }

        long misses = inThreads((thread, key, random) -> {
            long missed = 0;
            for (int i = 0; i < newcomers; i++) {
                SessionTableKit.key((thread + 1) * 1_000_000L + i, key);
                table.remember(key, 7, 0);
                int user = 1 + random.nextInt(users);
                SessionTableKit.key(user, key);
                missed += table.home(key, 0) == user ? 0 : 1;
            }
            return missed;
        });

        assertThat(misses).isZero();
        assertThat(table.size()).isEqualTo(users + THREADS * newcomers);
        assertThat(requests(table)).isEqualTo(users + 2L * THREADS * newcomers);
    }

    /** Neighbours come and go, so that the entries of users move up and back; no request of theirs is lost. */
    @Test
    void everyRequestIsCountedWhileNeighboursGo() throws Exception {
        int users = 100;
        int rounds = 50_000;
        SessionTable table = new SessionTable(1_000, IDLE, observer);
        SessionKey first = new SessionKey();
        for (int user = 1; user <= users; user++) {
            SessionTableKit.key(user, first);
            table.remember(first, user, 0);
        }

        long misses = inThreads((thread, key, random) -> {
            long missed = 0;
            for (int i = 0; i < rounds; i++) {
                SessionTableKit.key((thread + 1) * 1_000_000L + i % 64, key);
                missed += table.remember(key, 7, 0) ? 0 : 1;
                int user = 1 + random.nextInt(users);
                SessionTableKit.key(user, key);
                missed += table.home(key, 0) == user ? 0 : 1;
                SessionTableKit.key((thread + 1) * 1_000_000L + (i - 32) % 64, key);
                table.forget(key, 0);
            }
            return missed;
        });

        assertThat(misses).isZero();
        assertThat(began.get() - ended.get()).isEqualTo(table.size());
        long ofUsers = requests(table) + requestsOfEnded.get() - (began.get() - users);
        assertThat(ofUsers).isEqualTo(users + (long) THREADS * rounds);
    }

    /** A table that is always full: its bound holds at any time, and a session has its own node or none. */
    @Test
    void theBoundHoldsAndNobodyGetsAnothersNode() throws Exception {
        int entries = 5_000;
        int keys = 20_000;
        SessionTable table = new SessionTable(entries, IDLE, observer);

        long wrong = inThreads((thread, key, random) -> {
            long faults = 0;
            for (int i = 0; i < 100_000; i++) {
                int number = 1 + random.nextInt(keys);
                SessionTableKit.key(number, key);
                long node = table.home(key, i / 1_000);
                faults += node == 0 || node == number ? 0 : 1;
                faults += node != 0 || table.remember(key, number, i / 1_000) ? 0 : 1;
                faults += table.size() <= entries ? 0 : 1;
            }
            return faults;
        });

        assertThat(wrong).isZero();
        assertThat(table.size()).isEqualTo(entries);
        assertThat(began.get() - ended.get()).isEqualTo(entries);
        assertThat(table.evictions()).isEqualTo(ended.get());
    }

    private static long requests(SessionTable table) {
        long[] sum = new long[1];
        table.each(0, (node, requests, idle, seconds) -> sum[0] += requests);
        return sum[0];
    }

    private static long inThreads(Actor actor) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Future<Long>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                all.add(threads.submit(() -> {
                    start.await();
                    return actor.run(thread, new SessionKey(), new SplittableRandom(SEED + thread));
                }));
            }
            long sum = 0;
            for (Future<Long> each : all) {
                sum += each.get();
            }
            return sum;
        } finally {
            threads.shutdownNow();
        }
    }
}
