// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The traffic of a cluster or node between two readings of its totals: rates per second and means, as paper 1's table 2
 * defines them.
 *
 * <p>Totals that went back belong to another run or another node of that name; then the rates count from zero.
 */
final class TrafficRates {

    private final @Nullable JsonNode before;
    private final JsonNode now;
    private final double seconds;

    /** @param before the earlier reading of {@code traffic}; null when there is none */
    TrafficRates(@Nullable JsonNode before, JsonNode now, double seconds) {
        boolean same = before != null
                && before.path("tasks").asLong(0) <= now.path("tasks").asLong(0);
        this.before = same ? before : null;
        this.now = now;
        this.seconds = seconds;
    }

    double perSecond(String total) {
        return NumberTexts.rounded((now.path(total).asDouble(0) - old(total)) / seconds);
    }

    private double old(String total) {
        return before == null ? 0 : before.path(total).asDouble(0);
    }

    /** Mean of a measure's values in the window; null when there were none. */
    @Nullable
    Double mean(String measure) {
        JsonNode late = now.path(measure);
        JsonNode early = before == null ? late.path("none") : before.path(measure);
        double count = late.path("count").asDouble(0) - early.path("count").asDouble(0);
        double sum = late.path("sum").asDouble(0) - early.path("sum").asDouble(0);
        return count <= 0 ? null : NumberTexts.rounded(sum / count);
    }

    /** The response time that a share of the window's tasks did not exceed, milliseconds; null when there were none. */
    @Nullable
    Double responseMsAt(double share) {
        Map<Long, Long> cells = new TreeMap<>();
        add(cells, now, 1);
        if (before != null) {
            add(cells, before, -1);
        }
        long total = cells.values().stream().mapToLong(Long::longValue).sum();
        long seen = 0;
        for (Map.Entry<Long, Long> cell : cells.entrySet()) {
            seen += cell.getValue();
            if (total > 0 && seen >= share * total) {
                return NumberTexts.rounded(cell.getKey() / 1e6);
            }
        }
        return null;
    }

    private static void add(Map<Long, Long> cells, JsonNode traffic, long sign) {
        for (JsonNode cell : traffic.path("responseCellsNs")) {
            cells.merge(cell.path(0).asLong(0), sign * cell.path(1).asLong(0), Long::sum);
        }
    }
}
