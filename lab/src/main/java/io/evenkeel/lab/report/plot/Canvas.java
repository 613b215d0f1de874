// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import java.util.List;

/** The surface on which a plot is painted; the origin is the upper left corner, y goes down, lengths are pixels. */
public interface Canvas {

    /** The point at which a text is held. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** A corner of a line. */
    record Point(double x, double y) {}

    void line(double x1, double y1, double x2, double y2, PlotColour colour);

    void path(List<Point> points, PlotColour colour, boolean isDashed);

    void rectangle(double x, double y, double width, double height, PlotColour colour);

    /** A mark for a published figure: a square on its corner. */
    void diamond(double x, double y, double radius, PlotColour colour);

    void dot(double x, double y, double radius, PlotColour colour);

    /** Writes a line of text; y is its base line. */
    void text(double x, double y, String text, Anchor anchor, PlotColour colour);
}
