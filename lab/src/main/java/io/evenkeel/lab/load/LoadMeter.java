// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import io.evenkeel.lab.load.LoadReport.Latencies;
import io.evenkeel.lab.load.LoadReport.NodeFigures;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts and times of a load. Any thread may write and read; a lock suffices at the rates of people. */
final class LoadMeter {

    private static final double US_PER_MS = 1000;

    private Tally all = new Tally();
    private long before;
    private final Map<String, Tally> nodes = new TreeMap<>();
    private final Map<FailureKind, Long> kinds = new EnumMap<>(FailureKind.class);

    /**
     * Counts a request.
     *
     * @param node who answered; null when nobody did
     * @param failure how it failed; null when it did not
     */
    synchronized void count(@Nullable String node, long latencyNs, @Nullable FailureKind failure) {
        all.count(latencyNs, failure != null, node != null);
        if (node != null) {
            nodes.computeIfAbsent(node, name -> new Tally()).count(latencyNs, failure != null, true);
        }
        if (failure != null) {
            kinds.merge(failure, 1L, Long::sum);
        }
    }

    /** Requests of all periods. */
    synchronized long total() {
        return before + all.requests;
    }

    /** Ends a period of counting and begins the next. */
    synchronized LoadReport next() {
        LoadReport report = report();
        before += all.requests;
        all = new Tally();
        nodes.clear();
        kinds.clear();
        return report;
    }

    synchronized LoadReport report() {
        Map<String, NodeFigures> figures = new TreeMap<>();
        nodes.forEach(
                (name, tally) -> figures.put(name, new NodeFigures(tally.requests, tally.failures, tally.latencies())));
        return new LoadReport(all.requests, all.failures, Map.copyOf(kinds), all.latencies(), figures);
    }

    private static final class Tally {

        private final Histogram latencyUs = new Histogram(3);
        private long requests;
        private long failures;

        void count(long latencyNs, boolean failed, boolean answered) {
            requests++;
            if (failed) {
                failures++;
            }
            if (answered) {
                latencyUs.recordValue(latencyNs / 1000);
            }
        }

        Latencies latencies() {
            if (latencyUs.getTotalCount() == 0) {
                return new Latencies(0, 0, 0, 0);
            }
            return new Latencies(
                    latencyUs.getMean() / US_PER_MS,
                    latencyUs.getValueAtPercentile(50) / US_PER_MS,
                    latencyUs.getValueAtPercentile(99) / US_PER_MS,
                    latencyUs.getMaxValue() / US_PER_MS);
        }
    }
}
