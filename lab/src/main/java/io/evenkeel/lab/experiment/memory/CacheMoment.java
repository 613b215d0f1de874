// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.dispatcher.control.CacheView;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cache's counts and the dispatcher's processor time at a moment.
 *
 * @param loopsNs processor time of the event loops
 * @param packerNs processor time of the thread that packs
 */
record CacheMoment(CacheView view, long loopsNs, long packerNs) {

    private static final double NS_PER_US = 1000;

    /**
     * The figures of the time until a later moment; NaN for those of which there was nothing to count.
     *
     * @param seconds in between
     * @param processors of the machine
     */
    Map<String, Double> until(CacheMoment later, double seconds, int processors) {
        CacheView from = view;
        CacheView to = later.view;
        double found = served(to) - served(from);
        double asked = asked(to) - asked(from);
        double packedHits = to.packedHits() - from.packedHits();
        double unpackNs = to.unpackNs() * to.packedHits() - from.unpackNs() * from.packedHits();
        double stored = to.stored() - from.stored();
        double fetchNs = to.fetchNs() * to.stored() - from.fetchNs() * from.stored();
        double packNs = later.packerNs - packerNs;
        double cpuNs = later.loopsNs - loopsNs + packNs;
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(MemoryExperiment.HITS, ratio(found, asked));
        figures.put(MemoryExperiment.MISSES, ratio(asked - found, asked));
        figures.put(MemoryExperiment.FETCHES, (asked - found) / seconds);
        figures.put(MemoryExperiment.PACKED_HITS, ratio(packedHits, asked));
        figures.put(MemoryExperiment.PACKED_SHARE, to.packedShare());
        figures.put(MemoryExperiment.CPU, ratio(cpuNs / NS_PER_US, asked));
        figures.put(MemoryExperiment.PACKING, ratio((packNs + unpackNs) / NS_PER_US, asked));
        figures.put(MemoryExperiment.PACKING_SHARE, (packNs + unpackNs) / (seconds * 1e9 * processors));
        figures.put(MemoryExperiment.UNPACK, ratio(unpackNs / NS_PER_US, packedHits));
        figures.put(MemoryExperiment.FETCH, ratio(fetchNs / NS_PER_US, stored));
        return figures;
    }

    /** Answers for which no node was asked, or none but to confirm, or another request had asked. */
    private static double served(CacheView view) {
        return (double) view.hits() + view.stale() + view.revalidated() + view.collapsed();
    }

    private static double asked(CacheView view) {
        return served(view) + view.misses() + view.bypassed();
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? Double.NaN : part / whole;
    }
}
