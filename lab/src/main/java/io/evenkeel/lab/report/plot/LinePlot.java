// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.report.plot.Canvas.Anchor;
import io.evenkeel.lab.report.plot.Canvas.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines over an axis, such as time or load, with error bars where they are known.
 *
 * @param isSmall true when many of them stand side by side
 */
public record LinePlot(String title, String across, String up, List<PlotLine> lines, boolean isSmall) implements Plot {

    private static final int LEFT = 46;
    private static final int RIGHT = 12;
    private static final int TOP = 22;
    private static final int BOTTOM = 34;
    private static final int LEGEND_ROW = 15;

    /**
     * One line.
     *
     * @param isDashed for what is published or computed, not measured
     */
    public record PlotLine(String name, PlotColour colour, boolean isDashed, List<Corner> marks) {}

    /** A corner of a line. */
    public record Corner(double x, ConfidenceInterval y) {}

    @Override
    public int width() {
        return isSmall ? 300 : 560;
    }

    private int plotHeight() {
        return isSmall ? 110 : 240;
    }

    @Override
    public int height() {
        return TOP + plotHeight() + BOTTOM + (isSmall ? 0 : LEGEND_ROW * lines.size());
    }

    @Override
    public void paint(Canvas canvas) {
        double floor = TOP + plotHeight();
        Axis x = Axis.fromNought(greatest(true), LEFT, width() - RIGHT);
        Axis y = Axis.fromNought(greatest(false), floor, TOP);
        canvas.text(LEFT, TOP - 8, up, Anchor.START, PlotColour.TEXT);
        for (double tick : y.ticks()) {
            canvas.line(LEFT, y.pixel(tick), width() - RIGHT, y.pixel(tick), PlotColour.GRID);
            canvas.text(LEFT - 5, y.pixel(tick) + 4, y.label(tick), Anchor.END, PlotColour.FAINT);
        }
        for (double tick : x.ticks()) {
            canvas.text(x.pixel(tick), floor + 14, x.label(tick), Anchor.MIDDLE, PlotColour.FAINT);
        }
        canvas.text((LEFT + width() - RIGHT) / 2.0, floor + 28, across, Anchor.MIDDLE, PlotColour.FAINT);
        for (PlotLine line : lines) {
            paint(canvas, line, x, y);
        }
        for (int i = 0; !isSmall && i < lines.size(); i++) {
            double row = floor + BOTTOM + LEGEND_ROW * i + 8;
            PlotLine line = lines.get(i);
            canvas.path(
                    List.of(new Point(LEFT, row - 4), new Point(LEFT + 24, row - 4)), line.colour(), line.isDashed());
            canvas.text(LEFT + 30, row, line.name(), Anchor.START, PlotColour.TEXT);
        }
    }

    private void paint(Canvas canvas, PlotLine line, Axis x, Axis y) {
        List<Point> points = new ArrayList<>();
        for (Corner mark : line.marks()) {
            if (Double.isNaN(mark.y().value())) {
                continue;
            }
            Point point = new Point(x.pixel(mark.x()), y.pixel(mark.y().value()));
            points.add(point);
            if (!isSmall) {
                canvas.dot(point.x(), point.y(), 2.5, line.colour());
            }
            if (mark.y().isKnown()) {
                canvas.line(
                        point.x(),
                        y.pixel(mark.y().low()),
                        point.x(),
                        y.pixel(mark.y().high()),
                        line.colour());
            }
        }
        if (points.size() > 1) {
            canvas.path(points, line.colour(), line.isDashed());
        } else if (!points.isEmpty()) {
            canvas.dot(points.get(0).x(), points.get(0).y(), 2.5, line.colour());
        }
    }

    private double greatest(boolean isAcross) {
        return lines.stream()
                .flatMap(line -> line.marks().stream())
                .mapToDouble(mark -> isAcross ? mark.x() : top(mark.y()))
                .filter(Double::isFinite)
                .max()
                .orElse(1);
    }

    /** The top of an interval, at most twice its value, because an interval of few runs may be infinite. */
    private static double top(ConfidenceInterval interval) {
        return interval.isKnown() ? Math.min(interval.high(), 2 * interval.value()) : interval.value();
    }
}
