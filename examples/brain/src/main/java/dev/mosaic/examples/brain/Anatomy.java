package dev.mosaic.examples.brain;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/**
 * One slice of a head.
 *
 * @param map its sound speed, one cell for each pixel of 1 mm
 * @param head for each cell, whether it belongs to the head
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Anatomy(SpeedMap map, boolean[] head) {
    /** Side of a pixel, in metres. */
    public static final float PIXEL = 1e-3f;

    static final float GREY = 40;
    static final float WHITE = 75;
    private static final int DARK = 12;

    /**
     * Reads {@code t1.png}, {@code gm.png} and {@code wm.png}: grey images of one size, with 1 mm pixels.
     *
     * <p>The speed is 1500 m/s + 40 x grey + 75 x white, with the probabilities of grey and white matter. The head is where
     * the T1 image is not dark, or one of the two is there.
     *
     * @throws IOException where one is missing, is no image, or has another size
     */
    public static Anatomy read(Path folder) throws IOException {
        Raster t1 = image(folder.resolve("t1.png"));
        Raster grey = image(folder.resolve("gm.png"));
        Raster white = image(folder.resolve("wm.png"));
        if (!grey.getBounds().equals(t1.getBounds()) || !white.getBounds().equals(t1.getBounds())) {
            throw new IOException("The images in " + folder + " differ in size");
        }
        int width = t1.getWidth();
        int height = t1.getHeight();
        float[] speeds = new float[width * height];
        boolean[] head = new boolean[width * height];
        for (int i = 0; i < speeds.length; i++) {
            int x = i % width;
            int y = i / width;
            float g = grey.getSample(x, y, 0) / 255f;
            float w = white.getSample(x, y, 0) / 255f;
            speeds[i] = SpeedMap.WATER + GREY * g + WHITE * w;
            head[i] = t1.getSample(x, y, 0) >= DARK || g + w > 0;
        }
        return new Anatomy(new SpeedMap(width, height, PIXEL, speeds), head);
    }

    private static Raster image(Path file) throws IOException {
        BufferedImage image = ImageIO.read(file.toFile());
        if (image == null) {
            throw new IOException(file + " is no image");
        }
        return image.getRaster();
    }
}
