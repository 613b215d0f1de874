// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import io.evenkeel.config.ReportInterval;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.NodeWork;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReportException;
import io.evenkeel.join.report.ReportReader;
import io.evenkeel.join.report.ReportWriter;
import io.evenkeel.join.view.Peers;
import io.evenkeel.policy.PolicyCatalog;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * The cost of a report of a joined dispatcher about busy nodes without slices: to write it; to read it, to keep it and
 * count what it changes, and to bring that into the columns; and to bring in what all others have told.
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
    private int[] places = {};
    private int[] others = {};
    private long sequence;
    private long nowNs;

    @SuppressWarnings("NullAway.Init") // by the set-up
    private MemberReport report;

    @SuppressWarnings("NullAway.Init") // by the set-up
    private MemberReport later;

    @SuppressWarnings("NullAway.Init") // by the set-up
    private Cluster cluster;

    @SuppressWarnings("NullAway.Init") // by the set-up
    private NodeWork work;

    /** Reports of all others, and what a report costs on the wire. */
    @Setup
    public void begin() throws SettingsException {
        int by = shape.indexOf('x');
        int members = Integer.parseInt(shape.substring(0, by)) - 1;
        cluster = cluster(Integer.parseInt(shape.substring(by + 1)));
        work = SampleView.work(cluster);
        keys = work.keys();
        places = IntStream.range(0, keys.length).toArray();
        others = new int[keys.length];
        peers.here(Map.of("shop", keys));
        for (int member = 1; member <= members; member++) {
            report = report(member);
            peers.hear(report, 0);
        }
        later = report(members);
        peers.inFlight("shop", keys, 0);
        message = ReportWriter.write(report);
        int everyMs = ReportInterval.ms(message.length, members);
        System.out.println(message.length + " octets to " + members + " each " + everyMs + " ms: "
                + 1_000L * message.length * members / everyMs + " octets a second");
    }

    private static Cluster cluster(int nodes) throws SettingsException {
        StringBuilder text = new StringBuilder(
                "listeners: [{name: web, address: '127.0.0.1:0', cluster: shop}]\nclusters:\n  shop:\n    nodes:\n");
        for (int i = 0; i < nodes; i++) {
            text.append("      - {name: n")
                    .append(i)
                    .append(", address: '127.0.0.1:")
                    .append(1 + i)
                    .append("'}\n");
        }
        ClusterSettings settings = Objects.requireNonNull(
                SettingsFile.of(text.toString(), "bench").load().clusters().get("shop"));
        EventLog events = new EventLog();
        NodeNames names = NodeNames.lookUp(settings.nodes(), events.cluster());
        return Membership.create(
                settings, PolicyCatalog.load(), new SplittableRandom(1), 0, n -> null, names, null, events);
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

    private static MemberReport numbered(MemberReport of, long number) {
        return new MemberReport(
                of.member(),
                of.name(),
                of.version(),
                number,
                of.generation(),
                of.draining(),
                of.leaving(),
                of.digest(),
                of.clusters(),
                of.orders());
    }

    @Benchmark
    public byte[] write() {
        return ReportWriter.write(report);
    }

    @Benchmark
    public MemberReport read() throws ReportException {
        return ReportReader.read(message, 0, message.length);
    }

    /** Needed for each report that comes, with news of all nodes. */
    @Benchmark
    public boolean keep() {
        MemberReport next = ++sequence % 2 == 0 ? report : later;
        peers.hear(numbered(next, sequence), nowNs);
        return peers.changed("shop") != null;
    }

    /** Needed for each report that comes, and for each own one: a pass of the gate that changes all nodes. */
    @Benchmark
    public int[] bringIn() {
        Arrays.fill(others, (int) ++sequence & 0xff);
        SampleView.peers(cluster, work, places, others);
        return others;
    }

    /** Needed once for each own report. */
    @Benchmark
    public int[] addUpAll() {
        return peers.inFlight("shop", keys, ++nowNs);
    }
}
