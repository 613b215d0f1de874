// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * A scale from values to pixels with round numbers on it.
 *
 * @param from value at the first pixel
 * @param to value at the last
 */
record Axis(double from, double to, double firstPixel, double lastPixel, double step) {

    private static final int STEPS = 5;

    /** An axis from 0 to a little above the greatest value. */
    static Axis fromNought(double greatest, double firstPixel, double lastPixel) {
        double top = greatest > 0 ? greatest : 1;
        double rough = top / STEPS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * 10;
        for (double factor : new double[] {1, 2, 5}) {
            if (rough <= factor * power * 1.0000001) {
                step = factor * power;
                break;
            }
        }
        return new Axis(0, Math.ceil(top / step - 1e-9) * step, firstPixel, lastPixel, step);
    }

    double pixel(double value) {
        double clipped = Math.max(from, Math.min(to, value));
        return firstPixel + (clipped - from) / (to - from) * (lastPixel - firstPixel);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; from + i * step <= to + step / 2; i++) {
            ticks.add(from + i * step);
        }
        return ticks;
    }

    String label(double tick) {
        int digits = Math.max(0, (int) -Math.floor(Math.log10(step) + 1e-9));
        return BigDecimal.valueOf(tick).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }
}
