// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.control.CacheStrain;
import io.evenkeel.dispatcher.control.CacheView;
import io.prometheus.metrics.model.snapshots.Labels;
import org.jspecify.annotations.Nullable;

/** The figures of the cache. */
final class CacheSeries {

    private CacheSeries() {}

    /** @param view null while the cache was not used */
    static void add(Families families, @Nullable CacheView view) {
        if (view == null) {
            return;
        }
        SeriesWriter series = new SeriesWriter(families, "evenkeel_cache_", Labels.EMPTY);
        series.count("memory_bytes", "Memory outside the heap that stored answers may take.", view.memory());
        series.count("taken_bytes", "Memory outside the heap that the cache takes.", view.taken());
        series.count("urls", "URLs with stored answers, about.", view.urls());
        String requests = "Requests of routes with a cache, by what it did.";
        series.with("result", "hit").counter("requests", requests, view.hits());
        series.with("result", "stale").counter("requests", requests, view.stale());
        series.with("result", "revalidated").counter("requests", requests, view.revalidated());
        series.with("result", "collapsed").counter("requests", requests, view.collapsed());
        series.with("result", "miss").counter("requests", requests, view.misses());
        series.with("result", "bypass").counter("requests", requests, view.bypassed());
        series.counter("stored", "Answers stored.", view.stored());
        series.counter("evicted", "URLs that made room for others.", view.evicted());
        series.counter(
                "invalidated", "URLs that were forgotten because they changed, or by order.", view.invalidated());
        series.counter("sent_bytes", "Content sent from the cache.", view.octets());
        series.gauge("packed_share", "Share of the memory that packed answers may take.", view.packedShare());
        series.count("packed_bytes", "Memory that packed answers take.", view.packedTaken());
        series.counter("packed_hits", "Look-ups that found answers packed.", view.packedHits());
        series.gauge("unpack_seconds", "Mean time to unpack the answers of a URL.", view.unpackNs() / 1e9);
        series.gauge("fetch_seconds", "Mean time to fetch an answer that was stored.", view.fetchNs() / 1e9);
    }

    /** @param strain null while the cache was not used */
    static void add(Families families, @Nullable CacheStrain strain) {
        if (strain == null) {
            return;
        }
        SeriesWriter series = new SeriesWriter(families, "evenkeel_cache_", Labels.EMPTY);
        series.count("pinned_bytes", "Memory that clients keep which take answers slowly.", strain.pinned());
        series.counter(
                "crowded",
                "Requests that went to a node although an answer was stored, because slow clients keep too much memory.",
                strain.crowded());
        series.counter(
                "refused",
                "Answers that were not stored, because memory is full and hardly any URL is asked for again.",
                strain.refused());
        series.counter(
                "pack_failures", "Times that answers could not be packed because of an error.", strain.packFailures());
    }
}
