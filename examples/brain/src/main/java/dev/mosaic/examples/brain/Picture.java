package dev.mosaic.examples.brain;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import javax.imageio.ImageIO;

/** Draws what an inversion came to: the true, the start's and the reconstructed map, the error, and the loss. */
public final class Picture {
    private static final int ZOOM = 2;
    private static final int GAP = 30;
    private static final int TITLE = 34;
    private static final int BAR = 16;
    private static final int BAR_SPACE = 74;

    private final Anatomy anatomy;
    private final int width;
    private final int height;
    private final Canvas canvas;

    private Picture(Anatomy anatomy) {
        this.anatomy = anatomy;
        this.width = anatomy.map().width() * ZOOM;
        this.height = anatomy.map().height() * ZOOM;
        this.canvas = new Canvas(left(3), top(1) + height + GAP);
    }

    /**
     * Writes it as PNG.
     *
     * @throws IOException where the file cannot be written
     */
    public static void write(Path file, Anatomy anatomy, Inversion.Result result, Settings settings)
            throws IOException {
        ImageIO.write(of(anatomy, result, settings), "png", file.toFile());
    }

    static BufferedImage of(Anatomy anatomy, Inversion.Result result, Settings settings) {
        Picture picture = new Picture(anatomy);
        SpeedMap truth = anatomy.map();
        SpeedMap found = result.map().fitted(truth.width(), truth.height(), truth.step());
        SpeedMap start = SpeedMap.water(truth.width(), truth.height(), truth.step());
        picture.map("True", truth.speeds(), ColourScale.SPEED, 0, 0);
        picture.map("Start, and the ring", start.speeds(), ColourScale.SPEED, 1, 0);
        picture.ring(settings, 1, 0);
        picture.map("Reconstructed", found.speeds(), ColourScale.SPEED, 2, 0);
        picture.map(
                String.format(Locale.ROOT, "Error, norm %.3f", ErrorNorm.of(result.map(), anatomy)),
                Vectors.difference(found.speeds(), truth.speeds()),
                ColourScale.DIFFERENCE,
                0,
                1);
        picture.loss(result.history(), settings.bands());
        return picture.canvas.image;
    }

    private int left(int column) {
        return GAP + column * (width + BAR_SPACE + GAP);
    }

    private int top(int row) {
        return TITLE + GAP / 2 + row * (height + TITLE + GAP);
    }

    private void map(String title, float[] values, ColourScale scale, int column, int row) {
        int x = left(column);
        int y = top(row);
        canvas.title(title, x, y - 12);
        BufferedImage cells = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < width * height; i++) {
            int cell = i / width / ZOOM * anatomy.map().width() + i % width / ZOOM;
            cells.setRGB(i % width, i / width, scale.rgb(values[cell]));
        }
        canvas.pen.drawImage(cells, x, y, null);
        canvas.frame(x, y, width, height);
        bar(scale, x + width + 10, y);
    }

    private void bar(ColourScale scale, int x, int y) {
        IntUnaryOperator place = percent -> y + (height - 1) * (100 - percent) / 100;
        for (int row = 0; row < height; row++) {
            float part = 1 - row / (float) (height - 1);
            Color colour = new Color(scale.rgb(scale.low() + part * (scale.high() - scale.low())));
            canvas.line(colour, 1, x, y + row, x + BAR, y + row);
        }
        canvas.frame(x, y, BAR + 1, height);
        for (int percent = 0; percent <= 100; percent += 50) {
            int value = Math.round(scale.low() + percent / 100f * (scale.high() - scale.low()));
            canvas.label(
                    value + (percent == 100 ? " " + scale.unit() : ""),
                    x + BAR + 6,
                    Math.clamp(place.applyAsInt(percent) + 5, y + 11, y + height));
        }
    }

    private void ring(Settings settings, int column, int row) {
        List<Point> places = Ring.within(anatomy.map()).places(settings.elements());
        int every = settings.elements() / settings.sources();
        float scale = ZOOM / anatomy.map().step();
        for (int i = 0; i < places.size(); i++) {
            boolean sends = i % every == 0;
            int x = left(column) + Math.round(places.get(i).x() * scale);
            int y = top(row) + Math.round(places.get(i).y() * scale);
            canvas.dot(sends ? new Color(0xfe9f6d) : new Color(0x9aa3c0), x, y, sends ? 4 : 2);
        }
    }

    private void loss(List<Moment> history, List<Band> bands) {
        int x = left(1) + GAP;
        int y = top(1);
        canvas.title("Loss, as a part of that of silence", x, y - 12);
        new LossCurve(canvas, x, y, left(2) + width - x, height - GAP, history).draw(history, bands);
    }
}
