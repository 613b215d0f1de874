// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.agent.request.Probes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of one request for the agent's probes: its client is found, its start and its end are counted, and every
 * sixteenth has its processor time measured.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class RequestProbeBenchmark {

    private static final int CLIENTS = 5_000;

    private final Probes probes = Probes.open();

    /** The client that a thread's request comes from. */
    @State(Scope.Thread)
    public static class Visit {
        private int client;
    }

    @TearDown
    public void close() {
        probes.close();
    }

    @Benchmark
    public long alone(Visit visit) {
        return request(visit);
    }

    @Benchmark
    @Threads(4)
    public long besideThreeOthers(Visit visit) {
        return request(visit);
    }

    private long request(Visit visit) {
        visit.client = visit.client % CLIENTS + 1;
        long transaction = probes.start(visit.client);
        long mark = probes.processorMark(transaction);
        probes.worked(mark);
        probes.stop(transaction, visit.client, false);
        return transaction;
    }
}
