// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last recorded request of each cluster in each range of response times: examples that stand beside histograms.
 * Ranges are powers of two of a millisecond, so that every bucket of a histogram finds one. Bounded: 18 for each
 * cluster. Any thread; only recorded requests come here.
 */
public final class Exemplars {

    private static final int RANGES = 18;
    private static final long NS_PER_MS = 1_000_000;

    private final Map<String, AtomicReferenceArray<@Nullable ExemplarView>> byCluster = new ConcurrentHashMap<>();

    void add(String cluster, long traceHi, long traceLo, long span, long tookNs, long atMs) {
        int range = Math.min(RANGES - 1, Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, tookNs) / NS_PER_MS));
        byCluster
                .computeIfAbsent(cluster, name -> new AtomicReferenceArray<>(RANGES))
                .set(
                        range,
                        new ExemplarView(
                                TraceParent.traceId(traceHi, traceLo), TraceParent.spanId(span), tookNs, atMs));
    }

    /** Forgets clusters that are gone. */
    public void retain(Set<String> clusters) {
        byCluster.keySet().retainAll(clusters);
    }

    /** The examples of a cluster, the fastest first. */
    public List<ExemplarView> of(String cluster) {
        AtomicReferenceArray<@Nullable ExemplarView> kept = byCluster.get(cluster);
        List<ExemplarView> found = new ArrayList<>();
        for (int range = 0; kept != null && range < RANGES; range++) {
            ExemplarView each = kept.get(range);
            if (each != null) {
                found.add(each);
            }
        }
        return found;
    }
}
