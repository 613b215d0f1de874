// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures over time, at equal steps. Absent figures are NaN.
 *
 * @param stepS seconds that each point stands for
 * @param firstS Unix time of the end of the first point's step, a multiple of the step
 * @param points the number of points
 * @param lines by the metric's name, in the order asked for
 */
public record HistorySeries(int stepS, long firstS, int points, Map<String, SeriesLine> lines) {

    public HistorySeries {
        lines = Collections.unmodifiableMap(new LinkedHashMap<>(lines));
    }

    /**
     * One metric; never compared with another.
     *
     * @param average mean of the known seconds of each step
     * @param max greatest mean of a second
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record SeriesLine(double[] average, double[] max) {}

    /** Unix time of a point's end, seconds. */
    public long timeS(int point) {
        return firstS + (long) point * stepS;
    }
}
