package dev.mosaic.examples.brain;

import java.awt.Color;
import java.util.List;
import java.util.Locale;

/** Draws the loss over the iterations of all bands, on a logarithmic axis. */
final class LossCurve {
    private static final Color[] BANDS = {
        new Color(0x3b0f70), new Color(0xc2410c), new Color(0x0f766e), new Color(0x1d4ed8), new Color(0x4d7c0f)
    };

    private final Canvas canvas;
    private final int left;
    private final int top;
    private final int width;
    private final int height;
    private final double lowest;
    private final double highest;

    /** In that rectangle, with the labels outside of it. */
    LossCurve(Canvas canvas, int left, int top, int width, int height, List<Moment> history) {
        this.canvas = canvas;
        this.left = left;
        this.top = top;
        this.width = width;
        this.height = height;
        double least = history.stream().mapToDouble(Moment::loss).min().orElse(1);
        double most = history.stream().mapToDouble(Moment::loss).max().orElse(1);
        this.lowest = StrictMath.log10(least * 0.8);
        this.highest = StrictMath.log10(most * 2);
    }

    void draw(List<Moment> history, List<Band> bands) {
        grid();
        for (int i = 0; i < history.size(); i++) {
            Moment moment = history.get(i);
            int x = across(i, history.size());
            Color colour = BANDS[moment.band() % BANDS.length];
            if (moment.iteration() == 0) {
                begin(x, bands.get(moment.band()), colour);
            } else {
                canvas.line(colour, 2.5f, across(i - 1, history.size()), down(history.get(i - 1)), x, down(moment));
            }
            canvas.dot(colour, x, down(moment), 4);
        }
        canvas.frame(left, top, width, height);
    }

    private void begin(int x, Band band, Color colour) {
        canvas.line(Canvas.FAINT, 1, x, top, x, top + height);
        canvas.pen.setColor(colour);
        canvas.label(String.format(Locale.ROOT, "%.0f kHz", band.frequency() / 1e3), x + 6, top + 18);
        canvas.pen.setColor(Canvas.INK);
    }

    private void grid() {
        for (int power = (int) StrictMath.floor(lowest); power <= highest; power++) {
            for (int digit : new int[] {1, 2, 5}) {
                double value = digit * StrictMath.pow(10, power);
                double log = StrictMath.log10(value);
                if (log >= lowest && log <= highest) {
                    int y = down(log);
                    canvas.line(Canvas.FAINT, 1, left, y, left + width, y);
                    canvas.labelBefore(
                            String.format(Locale.ROOT, "%.3g", value).replaceAll("0+$", ""), left - 8, y + 5);
                }
            }
        }
        canvas.labelAround("iteration, band after band", left + width / 2, top + height + 22);
    }

    private int across(int index, int count) {
        int inset = 12;
        return left + inset + (width - 2 * inset - 50) * index / Math.max(1, count - 1);
    }

    private int down(Moment moment) {
        return down(StrictMath.log10(moment.loss()));
    }

    private int down(double log) {
        return top + (int) StrictMath.round(height * (highest - log) / (highest - lowest));
    }
}
