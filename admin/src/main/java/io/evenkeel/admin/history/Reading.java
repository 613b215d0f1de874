// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a stretch of time from a file with no more points than asked for.
 *
 * <p>Points begin at whole multiples of their step, so that the same moment is in the same point when a page asks again
 * a second later. The last one may not be over yet.
 */
final class Reading {

    private Reading() {}

    static HistorySeries of(SeriesFile file, List<HistoryMetric> metrics, long fromS, long toS, int points, long nowS)
            throws IOException {
        Span span = Span.reaching(fromS, nowS);
        long rows = Math.max(1, (toS - fromS) / span.stepS());
        int each = (int) ((rows + points - 1) / points);
        int stepS = each * span.stepS();
        long lastS = -Math.floorDiv(-toS, stepS) * stepS;
        int count = (int) Math.max(1, Math.min(points, (lastS - fromS) / stepS));
        long firstS = lastS - (long) (count - 1) * stepS;
        Map<String, HistorySeries.SeriesLine> lines = new LinkedHashMap<>();
        for (HistoryMetric metric : metrics) {
            double[] average = read(file, metric, false, span, firstS, each, count);
            double[] max =
                    span.stepS() == 1 && each == 1 ? average : read(file, metric, true, span, firstS, each, count);
            lines.put(metric.name(), new HistorySeries.SeriesLine(average, max));
        }
        return new HistorySeries(stepS, firstS, count, lines);
    }

    private static double[] read(
            SeriesFile file, HistoryMetric metric, boolean max, Span span, long firstS, int each, int count)
            throws IOException {
        long firstRowS = firstS - (long) (each - 1) * span.stepS();
        double[] rows = file.read(metric, max, span, firstRowS, each * count);
        if (each == 1) {
            return rows;
        }
        double[] points = new double[count];
        for (int point = 0; point < count; point++) {
            var known = Arrays.stream(rows, point * each, (point + 1) * each).filter(value -> !Double.isNaN(value));
            points[point] = (max ? known.max() : known.average()).orElse(Double.NaN);
        }
        return points;
    }
}
