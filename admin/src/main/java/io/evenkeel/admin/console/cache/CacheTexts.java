// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cache;

import io.evenkeel.admin.console.view.FigureTexts;
import io.evenkeel.dispatcher.control.CacheView;
import io.evenkeel.dispatcher.control.Control;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the page that change, by key, with rates of the last {@value #WINDOW_S} to twice as many seconds. The
 * first paint and the live stream take them from here alike. Any thread.
 */
public final class CacheTexts {

    private static final int WINDOW_S = 5;
    private static final long OLDEST_NS = 30_000_000_000L;
    private static final double BYTES_PER_MB = 1 << 20;
    private static final double NS_PER_MS = 1e6;
    private static final CacheView NOTHING =
            new CacheView(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Double.NaN, 0, 0, Double.NaN, Double.NaN);

    private final Control control;
    private Base older = new Base(0, null);
    private Base newer = older;

    /** Counts at a moment; null for none. */
    private record Base(long atNs, @Nullable CacheView view) {}

    public CacheTexts(Control control) {
        this.control = control;
    }

    /** Octets in words. */
    static String size(long octets) {
        return octets < 1_000_000
                ? FigureTexts.number(octets / 1024.0) + " kB"
                : FigureTexts.number(octets / BYTES_PER_MB) + " MB";
    }

    /** The texts at a monotonic time. */
    public synchronized Map<String, String> cells(long nowNs) {
        CacheView used = control.cache().view();
        CacheView now = used == null ? NOTHING : used;
        CacheView before = older.view;
        double seconds = before == null ? Double.NaN : (nowNs - older.atNs) / 1e9;
        CacheView base = before == null ? NOTHING : before;
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("cache/used", used == null ? "no" : "yes");
        long asked = now.asked() - base.asked();
        cells.put(
                "cache/hit",
                FigureTexts.share(
                        before == null || asked <= 0
                                ? Double.NaN
                                : (double) (now.withoutNode() - base.withoutNode()) / asked));
        cells.put("cache/hitall", FigureTexts.share(now.hitShare()));
        cells.put("cache/rate", FigureTexts.number(asked / seconds));
        cells.put("cache/sent", size(now.octets()));
        cells.put("cache/urls", FigureTexts.number((double) now.urls()));
        cells.put("cache/taken", size(now.taken()) + " of " + size(now.memory()));
        cells.put("cache/stored", FigureTexts.number((double) now.stored()));
        cells.put("cache/evicted", FigureTexts.number((double) now.evicted()));
        cells.put("cache/invalidated", FigureTexts.number((double) now.invalidated()));
        tiers(cells, now);
        for (CacheResult result : CacheResult.values()) {
            String key = result.key();
            long count = result.count(now);
            cells.put(key, FigureTexts.number((double) count));
            cells.put(key + "/rate", FigureTexts.number((count - result.count(base)) / seconds));
            cells.put(key + "/share", FigureTexts.share((double) count / (now.asked() + now.bypassed())));
        }
        note(new Base(nowNs, used));
        return cells;
    }

    private static void tiers(Map<String, String> cells, CacheView now) {
        long whole = now.plainHits() + now.packedHits();
        cells.put("cache/plain/most", size(now.memory() - now.packedMemory()));
        cells.put("cache/plain/taken", size(Math.max(0, now.taken() - now.packedTaken())));
        cells.put("cache/plain/hits", FigureTexts.number((double) now.plainHits()));
        cells.put("cache/plain/share", FigureTexts.share((double) now.plainHits() / whole));
        cells.put("cache/plain/saves", ms(now.fetchNs()));
        cells.put("cache/packed/most", size(now.packedMemory()));
        cells.put("cache/packed/taken", size(now.packedTaken()));
        cells.put("cache/packed/hits", FigureTexts.number((double) now.packedHits()));
        cells.put("cache/packed/share", FigureTexts.share((double) now.packedHits() / whole));
        cells.put("cache/packed/saves", now.packedHits() == 0 ? FigureTexts.UNKNOWN : ms(now.packedSavesNs()));
        cells.put("cache/why", why(now));
    }

    private static String ms(double ns) {
        return ns > 0 ? FigureTexts.time(ns / NS_PER_MS) : FigureTexts.UNKNOWN;
    }

    /** The reason for the share of the packed tier. */
    private static String why(CacheView now) {
        if (now.packedShare() == 0) {
            return "Nothing is packed: this machine has no library for it.";
        }
        String share = "Packed answers may take " + FigureTexts.share(now.packedShare())
                + " of the memory now; the share moves by what saves more time.";
        if (now.packedHits() == 0) {
            return share + " No packed answer was asked for yet.";
        }
        return share + " A hit there saves " + ms(now.packedSavesNs()) + ": " + ms(now.fetchNs())
                + " to fetch an answer from a node, less " + ms(now.unpackNs()) + " to unpack it.";
    }

    private void note(Base now) {
        if (older.view == null || now.atNs - older.atNs > OLDEST_NS) {
            older = now;
            newer = now;
        } else if (now.atNs - newer.atNs >= WINDOW_S * 1_000_000_000L) {
            older = newer;
            newer = now;
        }
    }
}
