// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Moment;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.server.light.LightCounts;
import io.evenkeel.load.FailureKind;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.loop.LoadHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A measured period: the load's report, the processor time of the dispatcher's threads, and the counts of the servers
 * where they are light. For one thread; the latch ends it from any thread.
 */
public final class Period {

    /**
     * Mean share of the time in which the servers' processors were at work; also a figure of each node. Of light
     * servers only.
     */
    public static final String UTILISATION = "utilisation";

    /** Good answers a second for each server, the fourth paper's ATAS. */
    public static final String PER_SERVER = "throughputPerServer";

    /** Processor time of the dispatcher's loops per second of one processor. */
    public static final String DISPATCHER_CPU = "dispatcherCpuShare";

    /** The same for one request, µs. */
    public static final String DISPATCHER_CPU_US = "dispatcherCpuUsPerRequest";

    /** Servers in the run. */
    public static final String SERVERS = "servers";

    /** The response time that 95 of 100 answers do not exceed, ms. */
    public static final String P95 = "p95Ms";

    /**
     * Requests a second that light servers have finished by their own count, which no delay on the way to the users
     * blurs.
     */
    public static final String SERVED = "servedPerSecond";

    /** Share of the requests that the generator itself sent more than 1 ms late. */
    public static final String LATE = "lateShare";

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final double US_PER_MS = 1000;

    private final LoadHandle load;
    private final int servers;
    private final Counting counting;
    private final CountDownLatch closed;
    private final List<Moment> series = new ArrayList<>();

    /** The counts of light servers so far, by name; real servers have none. */
    public interface Counting {

        /** The counts of servers that do not count. */
        Counting NONE = Map::of;

        Map<String, LightCounts> now();
    }

    /**
     * A period that has not begun.
     *
     * @param closed ends it with an exception when it comes to 0
     */
    public Period(LoadHandle load, int servers, Counting counting, CountDownLatch closed) {
        this.load = load;
        this.servers = servers;
        this.counting = counting;
        this.closed = closed;
    }

    /** Waits out the warm-up, then measures. */
    public Measurement measure(Duration warmUp, Duration hold) throws ExperimentException, InterruptedException {
        pause(warmUp);
        load.next();
        long beganNs = System.nanoTime();
        long cpuBeforeNs = DispatcherCpu.ns();
        Map<String, LightCounts> before = counting.now();
        Map<String, LightCounts> last = before;
        long endNs = beganNs + hold.toNanos();
        for (long nowNs = beganNs; nowNs < endNs; nowNs = System.nanoTime()) {
            pause(Duration.ofNanos(Math.min(STEP.toNanos(), endNs - nowNs)));
            Map<String, LightCounts> now = counting.now();
            note((System.nanoTime() - beganNs) / 1e9, grown(last, now));
            last = now;
        }
        LoadSummary report = load.next();
        double seconds = (System.nanoTime() - beganNs) / 1e9;
        double cpuSeconds = (DispatcherCpu.ns() - cpuBeforeNs) / 1e9;
        return measurement(report, seconds, cpuSeconds, grown(before, last));
    }

    private void pause(Duration time) throws ExperimentException, InterruptedException {
        if (closed.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
            throw ExperimentException.stopped();
        }
    }

    private static Map<String, LightCounts> grown(Map<String, LightCounts> before, Map<String, LightCounts> after) {
        Map<String, LightCounts> grown = new LinkedHashMap<>();
        after.forEach((node, counts) -> {
            LightCounts then = before.get(node);
            grown.put(node, then == null ? counts : counts.since(then));
        });
        return grown;
    }

    private void note(double second, Map<String, LightCounts> grown) {
        grown.forEach((node, counts) -> series.add(new Moment(
                second,
                node,
                Map.of(
                        UTILISATION,
                        counts.utilisation(),
                        Measurement.THROUGHPUT,
                        counts.completed() / (counts.takenNs() / 1e9)))));
    }

    private Measurement measurement(
            LoadSummary report, double seconds, double cpuSeconds, Map<String, LightCounts> counted) {
        long good = report.requests() - report.failures();
        LoadSummary.Curves curves = report.curves();
        Map<String, Double> figures =
                Measurement.figures(report.requests(), report.failures(), good / seconds, curves.latencyUs());
        figures.put(Measurement.MEAN, meanMs(report));
        boolean isEmpty = curves.latencyUs().getTotalCount() == 0;
        figures.put(P95, isEmpty ? Double.NaN : curves.latencyUs().getValueAtPercentile(95) / US_PER_MS);
        figures.putAll(SessionColumns.figures(report.sessions(), seconds));
        figures.put(SERVERS, (double) servers);
        figures.put(PER_SERVER, good / seconds / servers);
        figures.put(DISPATCHER_CPU, cpuSeconds / seconds);
        figures.put(DISPATCHER_CPU_US, share(cpuSeconds * 1e6, report.requests()));
        figures.put(LATE, share((double) curves.late(), report.requests()));
        if (!counted.isEmpty()) {
            figures.put(
                    UTILISATION,
                    counted.values().stream()
                            .mapToDouble(LightCounts::utilisation)
                            .average()
                            .orElse(Double.NaN));
            figures.put(
                    SERVED,
                    counted.values().stream()
                            .mapToDouble(counts -> counts.completed() / (counts.takenNs() / 1e9))
                            .sum());
        }
        Map<String, String> notes =
                report.failures() == 0 ? Map.of() : Map.of("failed as", FailureKind.words(report.failuresByKind()));
        return new Measurement(
                figures, nodes(report, counted), curves.latencyUs(), series, List.of(), List.of(), notes);
    }

    private static Map<String, Map<String, Double>> nodes(LoadSummary report, Map<String, LightCounts> counted) {
        TreeSet<String> names = new TreeSet<>(counted.keySet());
        names.addAll(report.nodes().keySet());
        long answers = report.nodes().values().stream()
                .mapToLong(LoadSummary.NodeAnswers::requests)
                .sum();
        Map<String, Map<String, Double>> nodes = new LinkedHashMap<>();
        for (String name : names) {
            LoadSummary.NodeAnswers seen = report.nodes().get(name);
            LightCounts counts = counted.get(name);
            Map<String, Double> own = new LinkedHashMap<>();
            own.put(Measurement.REQUESTS, seen == null ? 0.0 : seen.requests());
            own.put(Measurement.SHARE, share(seen == null ? 0.0 : (double) seen.requests(), answers));
            if (seen != null) {
                own.put(Measurement.MEAN, seen.latencies().meanMs());
            }
            if (counts != null) {
                own.put(UTILISATION, counts.utilisation());
            }
            nodes.put(name, own);
        }
        return nodes;
    }

    /**
     * Mean time of the servers' answers. The dispatcher's own refusals are left out: they come at once and would make
     * full servers look fast.
     */
    private static double meanMs(LoadSummary report) {
        double sumMs = 0;
        long answers = 0;
        for (LoadSummary.NodeAnswers node : report.nodes().values()) {
            sumMs += node.requests() * node.latencies().meanMs();
            answers += node.requests();
        }
        return share(sumMs, answers);
    }

    private static double share(double part, long whole) {
        return whole == 0 ? Double.NaN : part / whole;
    }
}
