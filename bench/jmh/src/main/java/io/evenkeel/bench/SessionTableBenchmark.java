// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.dispatcher.affinity.table.SessionEndReason;
import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionObserver;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of the table of learned sessions: the hash of a cookie, look-ups with one and two threads, a session that
 * comes while the table grows, and one that makes room for another.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class SessionTableBenchmark {

    private static final int COOKIE_OCTETS = 32;

    /** Sessions in the table, which is full. */
    @Param({"10000", "1000000"})
    private int sessions;

    private final SessionHash hash = SessionHash.random();

    @SuppressWarnings("NullAway.Init") // by the set-up
    private SessionTable table;

    @SuppressWarnings("NullAway.Init") // by the set-up
    private SessionTable growing;

    private int came;

    /** The request of a thread. */
    @State(Scope.Thread)
    public static class AffineRequest {

        private final SplittableRandom random = new SplittableRandom(7);
        private final SessionKey key = new SessionKey();
        private final byte[] cookie = "5f0c1e7ab29d4c6688f3e1d02a9b7c45".getBytes(StandardCharsets.US_ASCII);

        /** Writes a number into the cookie. */
        void cookie(int number) {
            for (int at = 0; at < Integer.BYTES; at++) {
                cookie[at] = (byte) (number >>> (8 * at));
            }
        }
    }

    /** A table that is full. */
    @Setup(Level.Iteration)
    public void fill() {
        table = new SessionTable(sessions, 1800, new Silent());
        AffineRequest request = new AffineRequest();
        for (int number = 0; number < sessions; number++) {
            known(request, number);
            table.remember(request.key, 1, 0);
        }
        growing = new SessionTable(sessions, 1800, new Silent());
        came = 0;
    }

    @Benchmark
    public long hashOnly(AffineRequest request) {
        known(request, request.random.nextInt(sessions));
        return request.key.low();
    }

    @Benchmark
    public long hashAndLookUp(AffineRequest request) {
        known(request, request.random.nextInt(sessions));
        return table.home(request.key, 1);
    }

    @Benchmark
    @Threads(2)
    public long hashAndLookUpBesideAnother(AffineRequest request) {
        known(request, request.random.nextInt(sessions));
        return table.home(request.key, 1);
    }

    @Benchmark
    public long hashAndLookUpOfAStranger(AffineRequest request) {
        known(request, -1 - request.random.nextInt(sessions));
        return table.home(request.key, 1);
    }

    /** A table that was empty when the iteration began; it is full at its end if the iteration is long enough. */
    @Benchmark
    public boolean newSessionInAGrowingTable(AffineRequest request) {
        known(request, came++);
        return growing.remember(request.key, 1, 1);
    }

    @Benchmark
    public boolean newSessionInAFullTable(AffineRequest request) {
        known(request, -1 - request.random.nextInt(Integer.MAX_VALUE));
        return table.remember(request.key, 1, 1);
    }

    private void known(AffineRequest request, int number) {
        request.cookie(number);
        hash.of(request.cookie, 0, COOKIE_OCTETS, request.key);
    }

    private static final class Silent implements SessionObserver {

        @Override
        public void began(long node) {}

        @Override
        public void moved(long from, long to) {}

        @Override
        public void ended(long node, int requests, int seconds, SessionEndReason end) {}
    }
}
