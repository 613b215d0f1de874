// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Collectors;

/** Paints SVG. */
public final class SvgCanvas implements Canvas {

    private static final int FONT = 11;

    private final StringBuilder out = new StringBuilder();
    private final boolean isInPage;

    private SvgCanvas(boolean isInPage) {
        this.isInPage = isInPage;
    }

    /** An element for a page whose style sheet has the colours. */
    public static String inPage(Plot plot) {
        return new SvgCanvas(true).svg(plot);
    }

    /** A complete file, on white. */
    public static String file(Plot plot) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + new SvgCanvas(false).svg(plot) + "\n";
    }

    private String svg(Plot plot) {
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ")
                .append(plot.width() + " " + plot.height())
                .append("\" width=\"" + plot.width() + "\" height=\"" + plot.height() + "\" font-size=\"" + FONT + "\"")
                .append(isInPage ? "" : " font-family=\"Helvetica, Arial, sans-serif\"")
                .append("><title>")
                .append(escaped(plot.title()))
                .append("</title>");
        if (!isInPage) {
            out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
        }
        plot.paint(this);
        return out.append("</svg>").toString();
    }

    private String colour(PlotColour colour) {
        return isInPage ? "var(" + colour.variable() + ")" : colour.light();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value)
                .setScale(1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, PlotColour colour) {
        path(List.of(new Point(x1, y1), new Point(x2, y2)), colour, false);
    }

    @Override
    public void path(List<Point> points, PlotColour colour, boolean isDashed) {
        String corners = points.stream()
                .map(point -> number(point.x()) + "," + number(point.y()))
                .collect(Collectors.joining(" "));
        out.append("<polyline fill=\"none\" points=\"" + corners + "\" stroke=\"" + colour(colour) + "\""
                + (isDashed ? " stroke-dasharray=\"4 3\"" : "") + " stroke-width=\"1.4\"/>");
    }

    @Override
    public void rectangle(double x, double y, double width, double height, PlotColour colour) {
        out.append("<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(Math.max(0, width))
                + "\" height=\"" + number(height) + "\" fill=\"" + colour(colour) + "\"/>");
    }

    @Override
    public void diamond(double x, double y, double radius, PlotColour colour) {
        out.append("<polygon points=\"%s,%s %s,%s %s,%s %s,%s\" fill=\"%s\"/>"
                .formatted(
                        number(x),
                        number(y - radius),
                        number(x + radius),
                        number(y),
                        number(x),
                        number(y + radius),
                        number(x - radius),
                        number(y),
                        colour(colour)));
    }

    @Override
    public void dot(double x, double y, double radius, PlotColour colour) {
        out.append("<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) + "\" fill=\""
                + colour(colour) + "\"/>");
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, PlotColour colour) {
        String place = switch (anchor) {
            case START -> "start";
            case MIDDLE -> "middle";
            case END -> "end";
        };
        out.append("<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + place + "\" fill=\""
                + colour(colour) + "\">" + escaped(text) + "</text>");
    }
}
