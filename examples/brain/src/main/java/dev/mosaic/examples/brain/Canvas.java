package dev.mosaic.examples.brain;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;

/** A white sheet, with one hand for writing on it. */
final class Canvas {
    static final Color INK = new Color(0x22222a);
    static final Color FAINT = new Color(0xd8d8de);

    final BufferedImage image;
    final Graphics2D pen;

    Canvas(int width, int height) {
        image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, width, height);
        pen.setColor(INK);
    }

    void title(String text, int x, int baseline) {
        write(text, x, baseline, Font.BOLD, 18);
    }

    void label(String text, int x, int baseline) {
        write(text, x, baseline, Font.PLAIN, 13);
    }

    /** A label that ends at x. */
    void labelBefore(String text, int x, int baseline) {
        pen.setFont(font(Font.PLAIN, 13));
        label(text, x - pen.getFontMetrics().stringWidth(text), baseline);
    }

    /** A label around x. */
    void labelAround(String text, int x, int baseline) {
        pen.setFont(font(Font.PLAIN, 13));
        label(text, x - pen.getFontMetrics().stringWidth(text) / 2, baseline);
    }

    void line(Color colour, float thickness, int x1, int y1, int x2, int y2) {
        pen.setColor(colour);
        pen.setStroke(new BasicStroke(thickness, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        pen.drawLine(x1, y1, x2, y2);
        pen.setColor(INK);
    }

    void dot(Color colour, int x, int y, int radius) {
        pen.setColor(colour);
        pen.fillOval(x - radius, y - radius, 2 * radius, 2 * radius);
        pen.setColor(INK);
    }

    void frame(int x, int y, int width, int height) {
        pen.setStroke(new BasicStroke(1));
        pen.drawRect(x - 1, y - 1, width + 1, height + 1);
    }

    private void write(String text, int x, int baseline, int style, int size) {
        pen.setFont(font(style, size));
        pen.drawString(text, x, baseline);
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }
}
