// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.report.plot.Canvas.Anchor;
import java.util.List;

/**
 * Horizontal bars with error bars, one for each policy, and a mark where the paper's figure is.
 *
 * @param unit unit of the axis
 */
public record BarPlot(String title, String unit, List<Bar> bars) implements Plot {

    private static final int LEFT = 210;
    private static final int RIGHT = 120;
    private static final int TOP = 10;
    private static final int ROW = 22;
    private static final int BOTTOM = 34;
    private static final int WIDTH = 760;
    private static final int THICK = 12;

    /**
     * One bar.
     *
     * @param published NaN when there is none
     * @param remark at the right; empty for none
     * @param isBad true when the remark is of something bad
     */
    public record Bar(String name, ConfidenceInterval value, double published, String remark, boolean isBad) {}

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public int height() {
        return TOP + ROW * bars.size() + BOTTOM;
    }

    @Override
    public void paint(Canvas canvas) {
        double greatest = 0;
        for (Bar bar : bars) {
            double top = bar.value().isKnown()
                    ? Math.min(bar.value().high(), 2 * bar.value().value())
                    : bar.value().value();
            greatest = Math.max(greatest, Math.max(top, Double.isNaN(bar.published()) ? 0 : bar.published()));
        }
        Axis axis = Axis.fromNought(greatest, LEFT, WIDTH - RIGHT);
        double floor = TOP + ROW * bars.size();
        for (double tick : axis.ticks()) {
            double x = axis.pixel(tick);
            canvas.line(x, TOP, x, floor, PlotColour.GRID);
            canvas.text(x, floor + 14, axis.label(tick), Anchor.MIDDLE, PlotColour.FAINT);
        }
        canvas.text((LEFT + WIDTH - RIGHT) / 2.0, floor + 29, unit, Anchor.MIDDLE, PlotColour.FAINT);
        for (int i = 0; i < bars.size(); i++) {
            paint(canvas, axis, bars.get(i), TOP + ROW * i + ROW / 2.0);
        }
    }

    private static void paint(Canvas canvas, Axis axis, Bar bar, double y) {
        canvas.text(LEFT - 8, y + 4, bar.name(), Anchor.END, PlotColour.TEXT);
        ConfidenceInterval value = bar.value();
        if (!Double.isNaN(value.value())) {
            canvas.rectangle(LEFT, y - THICK / 2.0, axis.pixel(value.value()) - LEFT, THICK, PlotColour.series(0));
        }
        if (value.isKnown()) {
            double low = axis.pixel(value.low());
            double high = axis.pixel(value.high());
            canvas.line(low, y, high, y, PlotColour.TEXT);
            canvas.line(low, y - 4, low, y + 4, PlotColour.TEXT);
            canvas.line(high, y - 4, high, y + 4, PlotColour.TEXT);
        }
        if (!Double.isNaN(bar.published())) {
            canvas.diamond(axis.pixel(bar.published()), y, 5, PlotColour.PAPER);
        }
        if (!bar.remark().isEmpty()) {
            canvas.text(
                    WIDTH - RIGHT + 8,
                    y + 4,
                    bar.remark(),
                    Anchor.START,
                    bar.isBad() ? PlotColour.BAD : PlotColour.FAINT);
        }
    }
}
