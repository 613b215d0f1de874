// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.config.ReportInterval;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReportException;
import io.evenkeel.join.report.ReportReader;
import io.evenkeel.join.report.ReportWriter;
import io.evenkeel.join.view.Peers;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a report of a joined dispatcher about busy nodes without slices: to write it, to read and keep it, and to
 * add up what all others have told.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class JoinReportBenchmark {

    /** Dispatchers x nodes. */
    @Param({"3x10", "10x100", "50x1000"})
    private String shape;

    private final SplittableRandom random = new SplittableRandom(7);
    private final Peers peers = new Peers(-1, 0);
    private long[] keys = {};
    private byte[] message = {};
    private long sequence;

    @SuppressWarnings("NullAway.Init") // by the set-up
    private MemberReport report;

    /** Reports of all others, and what a report costs on the wire. */
    @Setup
    public void begin() {
        int by = shape.indexOf('x');
        int others = Integer.parseInt(shape.substring(0, by)) - 1;
        keys = random.longs(Integer.parseInt(shape.substring(by + 1))).sorted().toArray();
        for (int member = 1; member <= others; member++) {
            report = report(member);
            peers.hear(report, 0);
        }
        message = ReportWriter.write(report);
        int everyMs = ReportInterval.ms(message.length, others);
        System.out.println(message.length + " octets to " + others + " each " + everyMs + " ms: "
                + 1_000L * message.length * others / everyMs + " octets a second");
    }

    private MemberReport report(int member) {
        int nodes = keys.length;
        ClusterWork work = new ClusterWork(
                "shop",
                keys,
                random.ints(nodes, 0, 100).toArray(),
                random.ints(nodes, 1, 1_000).toArray(),
                new boolean[nodes]);
        return new MemberReport(
                member,
                "10.0.0." + member + ":7800",
                "0.1.0",
                ++sequence,
                1,
                false,
                false,
                1,
                List.of(work),
                List.of());
    }

    @Benchmark
    public byte[] write() {
        return ReportWriter.write(report);
    }

    @Benchmark
    public MemberReport read() throws ReportException {
        return ReportReader.read(message, 0, message.length);
    }

    /** Needed once for each own report. */
    @Benchmark
    public int[] addUpAll() {
        return peers.inFlight("shop", keys, 0);
    }
}
