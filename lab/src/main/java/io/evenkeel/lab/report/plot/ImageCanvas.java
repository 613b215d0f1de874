// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;

/** Paints an image, twice as large as the plot says, without a screen. */
public final class ImageCanvas implements Canvas {

    private static final double SCALE = 2;
    private static final float FONT = 11;
    private static final float THICKNESS = 1.4f;
    private static final float[] DASHES = {4, 3};

    private final Graphics2D graphics;

    private ImageCanvas(Graphics2D graphics) {
        this.graphics = graphics;
    }

    /**
     * The plot as a PNG file.
     *
     * @throws IOException when this Java cannot paint, as one without fonts cannot
     */
    public static byte[] png(Plot plot) throws IOException {
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(
                (int) (plot.width() * SCALE), (int) (plot.height() * SCALE), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            graphics.scale(SCALE, SCALE);
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont(FONT));
            plot.paint(new ImageCanvas(graphics));
        } catch (LinkageError | IllegalStateException e) {
            throw new IOException("this Java has no fonts to paint with: " + e.getMessage(), e);
        } finally {
            graphics.dispose();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    private void set(PlotColour colour, boolean isDashed) {
        graphics.setColor(Color.decode(colour.light()));
        graphics.setStroke(
                isDashed
                        ? new BasicStroke(THICKNESS, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
                        : new BasicStroke(THICKNESS));
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, PlotColour colour) {
        path(List.of(new Point(x1, y1), new Point(x2, y2)), colour, false);
    }

    @Override
    public void path(List<Point> points, PlotColour colour, boolean isDashed) {
        set(colour, isDashed);
        Path2D path = new Path2D.Double();
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            if (i == 0) {
                path.moveTo(point.x(), point.y());
            } else {
                path.lineTo(point.x(), point.y());
            }
        }
        graphics.draw(path);
    }

    @Override
    public void rectangle(double x, double y, double width, double height, PlotColour colour) {
        set(colour, false);
        graphics.fill(new Rectangle2D.Double(x, y, Math.max(0, width), height));
    }

    @Override
    public void diamond(double x, double y, double radius, PlotColour colour) {
        set(colour, false);
        Path2D path = new Path2D.Double();
        path.moveTo(x, y - radius);
        path.lineTo(x + radius, y);
        path.lineTo(x, y + radius);
        path.lineTo(x - radius, y);
        path.closePath();
        graphics.fill(path);
    }

    @Override
    public void dot(double x, double y, double radius, PlotColour colour) {
        set(colour, false);
        graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, PlotColour colour) {
        set(colour, false);
        double width = graphics.getFontMetrics().stringWidth(text);
        double shift = switch (anchor) {
            case START -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        };
        graphics.drawString(text, (float) (x - shift), (float) y);
    }
}
