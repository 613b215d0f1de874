// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http.Origin;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of one whole relay of a request and its answer of 1 kB by the code for HTTP/2, on a loop as it runs in a
 * dispatcher: frames, HPACK, heads in both directions, flow control of streams and connection, and one write for the
 * answers of a turn. There are no sockets, and no exchange chooses a node.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Http2RelayBenchmark {

    /** Requests of one call, so that waking the loop and waiting for it do not count. */
    private static final int REQUESTS = 10_000;

    /** Fields as a client sends them again and again, by their numbers in the table, or in full each time. */
    @Param({"indexed", "literal"})
    private String form = "indexed";

    /** Requests that come in one read, as h2load's {@code -m}. */
    @Param({"1", "10", "100"})
    private int streams = 1;

    private final Semaphore over = new Semaphore(0);
    private @Nullable Engine engine;
    private @Nullable Http2Relay relay;

    /** Starts a loop, and relays the first requests. */
    @Setup
    public void open() throws InterruptedException, ExecutionException {
        Engine made = Engine.open(new EngineSettings(EngineSettings.Transport.AUTO, 1, Duration.ofSeconds(1)));
        engine = made;
        Loop loop = made.loops().get(0);
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 443);
        Origin origin = new Origin(here, new Origin.OwnAddress(ForwardSettings.DEFAULTS, here, true), false);
        origin.speaksHttp2();
        FutureTask<Http2Relay> making =
                new FutureTask<>(() -> new Http2Relay(loop, origin, form.equals("indexed"), streams, over::release));
        loop.execute(making);
        relay = making.get();
        long before = relay().written();
        whole();
        if (relay().written() - before < (long) REQUESTS * SampleHeads.BODY) {
            throw new IllegalStateException("answers are missing");
        }
    }

    /** Stops the loop. */
    @TearDown
    public void close() {
        if (engine != null) {
            engine.close();
        }
    }

    private Http2Relay relay() {
        if (relay == null) {
            throw new IllegalStateException("not open");
        }
        return relay;
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void whole() throws InterruptedException {
        relay().relay(REQUESTS);
        if (!over.tryAcquire(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the loop has failed; see above");
        }
    }
}
