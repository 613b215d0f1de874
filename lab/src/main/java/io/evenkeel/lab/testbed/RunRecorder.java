// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.metrics.MeasureSnapshot;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.lab.experiment.ChoiceReason;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Moment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The recorder of a running dispatcher and the nodes behind it, from the moment it is made until it is closed.
 *
 * <p>Looks 20 times a second at what changes fast (open connections, age of samples) and once a second at everything.
 * The figures between {@link #begin} and {@link #end} are differences of the dispatcher's own totals, with the
 * columns of paper 1's table 8. One thread of its own.
 */
public final class RunRecorder implements AutoCloseable {

    /** Open client connections, the mean of many looks. */
    public static final String CONNECTIONS = "activeConnections";

    /** Selection time of a task, ms. */
    public static final String WT1 = "wt1Ms";

    /** Time to a connection to the node, ms. */
    public static final String WT2 = "wt2Ms";

    /** Processing time of the node, ms. */
    public static final String PT = "ptMs";

    /** (WT1 + WT2 + PT) / PT, the mean of all tasks. */
    public static final String SLOWDOWN = "slowdown";

    public static final String SELECTIONS = "nodeSelectionsPerSecond";

    private static final long LOOK_MS = 50;
    private static final int LOOKS_A_SECOND = 20;
    private static final double NS_PER_MS = 1e6;

    private final Control control;
    private final String cluster;
    private final long startNs = System.nanoTime();
    private final long startMs = System.currentTimeMillis();
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(RunRecorder::thread);

    // All below: guarded by this.
    private final Map<String, List<Double>> agesMs = new LinkedHashMap<>();
    private final List<Double> connections = new ArrayList<>();
    private final SecondBySecond series;
    private final List<ChoiceReason> traces = new ArrayList<>();
    private ClusterView first;
    private long firstNs;
    private int looks;

    /** Begins to look. */
    public RunRecorder(Control control, String cluster) {
        this.control = control;
        this.cluster = cluster;
        this.first = control.cluster(cluster);
        this.firstNs = startNs;
        this.series = new SecondBySecond(first);
        looking.scheduleAtFixedRate(this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "lab-watch");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * The figures of the measured period.
     *
     * @param figures by the names of this class; what the dispatcher does not know, as the processing time of a TCP
     *     connection, is left out
     * @param nodes {@link Measurement#SHARE} of the selections and {@link Measurement#SAMPLE_AGE}, by node
     * @param series from the watch's beginning
     */
    public record RunObservation(
            Map<String, Double> figures,
            Map<String, Map<String, Double>> nodes,
            List<Moment> series,
            List<ChoiceReason> traces) {}

    private synchronized void look() {
        for (ListenerView listener : control.dispatcher().listeners()) {
            connections.add((double) listener.traffic().open());
        }
        ClusterView now = control.cluster(cluster);
        for (NodeView node : now.nodes()) {
            if (node.agent().ageMs() >= 0) {
                agesMs.computeIfAbsent(node.name(), name -> new ArrayList<>())
                        .add((double) node.agent().ageMs());
            }
        }
        if (++looks % LOOKS_A_SECOND == 0) {
            series.add(seconds(startNs), now);
            control.decisions(cluster).stream()
                    .limit(1)
                    .forEach(decision -> traces.add(ChoiceReasons.of(decision, startMs)));
        }
    }

    private static double seconds(long sinceNs) {
        return (System.nanoTime() - sinceNs) / 1e9;
    }

    /** The measured period begins. */
    public synchronized void begin() {
        agesMs.clear();
        connections.clear();
        first = control.cluster(cluster);
        firstNs = System.nanoTime();
    }

    /** The measured period ends. */
    public synchronized RunObservation end() {
        ClusterView last = control.cluster(cluster);
        double seconds = seconds(firstNs);
        long selections = selections(last);
        Map<String, Double> figures = new LinkedHashMap<>();
        put(figures, CONNECTIONS, mean(connections));
        Traffic before = first.traffic();
        Traffic after = last.traffic();
        put(figures, WT1, mean(before.wt1Ns(), after.wt1Ns()) / NS_PER_MS);
        put(figures, WT2, mean(before.wt2Ns(), after.wt2Ns()) / NS_PER_MS);
        put(figures, PT, mean(before.ptNs(), after.ptNs()) / NS_PER_MS);
        put(figures, SLOWDOWN, mean(before.slowdownMilli(), after.slowdownMilli()) / 1000);
        put(figures, SELECTIONS, selections / seconds);
        Map<String, Map<String, Double>> nodes = new LinkedHashMap<>();
        for (int i = 0; i < last.nodes().size(); i++) {
            NodeView node = last.nodes().get(i);
            Map<String, Double> own = new LinkedHashMap<>();
            put(own, Measurement.SHARE, (double) started(last, i) / selections);
            put(own, Measurement.SAMPLE_AGE, median(agesMs.getOrDefault(node.name(), List.of())));
            nodes.put(node.name(), own);
        }
        return new RunObservation(figures, nodes, series.moments(), ChoiceReasons.some(traces));
    }

    private long selections(ClusterView last) {
        long all = 0;
        for (int i = 0; i < last.nodes().size(); i++) {
            all += started(last, i);
        }
        return all;
    }

    private long started(ClusterView last, int node) {
        return last.nodes().get(node).counts().started()
                - first.nodes().get(node).counts().started();
    }

    private static void put(Map<String, Double> figures, String name, double value) {
        if (!Double.isNaN(value)) {
            figures.put(name, value);
        }
    }

    private static double mean(MeasureSnapshot before, MeasureSnapshot after) {
        long count = after.count() - before.count();
        return count == 0 ? Double.NaN : (after.sum() - before.sum()) / count;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int count = sorted.size();
        return count == 0 ? Double.NaN : (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
