// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import java.util.Arrays;

/**
 * The straight line through a figure's recent past, by least squares over {@value #POINTS} means of equally long times.
 *
 * <p>Nothing is known before the figure has been seen for half of the past that counts; gaps are left out.
 */
final class Trend {

    static final int POINTS = 60;

    private static final int LEAST_POINTS = 3;

    private final long overMs;
    private final long stepMs;
    private final double[] sums = new double[POINTS];
    private final int[] counts = new int[POINTS];
    private final long[] steps = new long[POINTS];

    private double slope = Double.NaN;
    private double level = Double.NaN;

    /** @param overMs the past that counts */
    Trend(long overMs) {
        this.overMs = overMs;
        this.stepMs = Math.max(1, overMs / POINTS);
        Arrays.fill(steps, Long.MIN_VALUE);
    }

    /** Adds a value, unless it is not known, and fits the line again. */
    void add(long nowMs, double value) {
        if (Double.isFinite(value)) {
            long step = Math.floorDiv(nowMs, stepMs);
            int place = Math.floorMod(step, POINTS);
            if (steps[place] != step) {
                steps[place] = step;
                sums[place] = 0;
                counts[place] = 0;
            }
            sums[place] += value;
            counts[place]++;
        }
        fit(nowMs);
    }

    private void fit(long nowMs) {
        long last = Math.floorDiv(nowMs, stepMs);
        int points = 0;
        double meanAt = 0;
        double meanValue = 0;
        long first = Long.MAX_VALUE;
        for (int i = 0; i < POINTS; i++) {
            if (steps[i] > last - POINTS && steps[i] <= last) {
                points++;
                first = Math.min(first, steps[i]);
                meanAt += steps[i] - last;
                meanValue += sums[i] / counts[i];
            }
        }
        slope = Double.NaN;
        level = Double.NaN;
        if (points < LEAST_POINTS || (last - first + 1) * stepMs * 2 < overMs) {
            return;
        }
        meanAt /= points;
        meanValue /= points;
        double together = 0;
        double squares = 0;
        for (int i = 0; i < POINTS; i++) {
            if (steps[i] > last - POINTS && steps[i] <= last) {
                double at = steps[i] - last - meanAt;
                together += at * (sums[i] / counts[i] - meanValue);
                squares += at * at;
            }
        }
        slope = together / squares / stepMs;
        level = meanValue - slope * stepMs * meanAt;
    }

    /** The growth in the past that counts, were it all like the line; NaN when it is not known. */
    double growth() {
        return slope * overMs;
    }

    /** The line's value after a time from now; NaN when it is not known. */
    double after(long ms) {
        return level + slope * ms;
    }
}
