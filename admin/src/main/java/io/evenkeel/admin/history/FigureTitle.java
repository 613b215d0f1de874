// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.config.alert.AlertScope;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The plain words for the name of a figure. */
public final class FigureTitle {

    /** Figures that alerts look at and the history does not keep. */
    private static final Map<String, String> LIVE = Map.of(
            "TD_FAIL_SHARE%", "Share of requests that failed",
            "TD_SESSIONS_BROKEN", "Sessions lost in the last minute",
            "TD_CERT_LEFT", "Time until the first certificate expires",
            "TD_DISK_FREE", "Free space where the dispatcher keeps its files",
            "TD_HISTORY_LOST", "1 while the history keeps not everything",
            "TD_RELOAD_REFUSED", "1 after a reload that failed");

    private static final Map<String, String> NODE = titles(Catalog.NODE);
    private static final Map<String, String> OTHERS = titles(Catalog.DISPATCHER);

    private FigureTitle() {}

    private static Map<String, String> titles(List<HistoryMetric> metrics) {
        return metrics.stream().collect(Collectors.toUnmodifiableMap(HistoryMetric::name, HistoryMetric::title));
    }

    /** The words; the name itself when it is none. */
    public static String of(String figure, AlertScope scope) {
        return Stream.of(scope == AlertScope.NODE ? NODE : OTHERS, LIVE)
                .filter(titles -> titles.containsKey(figure))
                .map(titles -> titles.get(figure))
                .findFirst()
                .orElse(figure);
    }
}
