package dev.mosaic.examples.brain;

import java.util.Arrays;

/**
 * Sound speed over a rectangle, in square cells.
 *
 * @param width of the map, in cells
 * @param height of the map, in cells
 * @param step side of a cell, in metres
 * @param speeds of the cells in m/s, row by row: {@code width * height} values
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SpeedMap(int width, int height, float step, float[] speeds) {
    /** Sound speed of water, in m/s. */
    public static final float WATER = 1500;

    public SpeedMap {
        if (width < 1 || height < 1 || !(step > 0) || speeds.length != width * height) {
            throw new IllegalArgumentException(
                    speeds.length + " speeds for " + width + " x " + height + " cells of " + step + " m");
        }
    }

    /** Water of that size. */
    public static SpeedMap water(int width, int height, float step) {
        float[] speeds = new float[width * height];
        Arrays.fill(speeds, WATER);
        return new SpeedMap(width, height, step, speeds);
    }

    /** The same cells with other speeds, which are not copied. */
    public SpeedMap with(float[] other) {
        return new SpeedMap(width, height, step, other);
    }

    /** The same rectangle in cells of another side, by linear interpolation between the centres of cells. */
    public SpeedMap resampled(float newStep) {
        return fitted(Math.round(width * step / newStep), Math.round(height * step / newStep), newStep);
    }

    /** {@link #resampled} to a given number of cells; beyond the edge the speed of the edge is taken. */
    public SpeedMap fitted(int newWidth, int newHeight, float newStep) {
        if (newWidth == width && newHeight == height && newStep == step) {
            return this;
        }
        float[] result = new float[newWidth * newHeight];
        for (int y = 0; y < newHeight; y++) {
            float v = Math.clamp((y + 0.5f) * newStep / step - 0.5f, 0, height - 1);
            for (int x = 0; x < newWidth; x++) {
                float u = Math.clamp((x + 0.5f) * newStep / step - 0.5f, 0, width - 1);
                result[y * newWidth + x] = between(u, v);
            }
        }
        return new SpeedMap(newWidth, newHeight, newStep, result);
    }

    private float between(float u, float v) {
        int x = Math.min((int) u, Math.max(0, width - 2));
        int y = Math.min((int) v, Math.max(0, height - 2));
        int right = Math.min(x + 1, width - 1);
        int below = Math.min(y + 1, height - 1);
        float fx = u - x;
        float fy = v - y;
        float upper = speeds[y * width + x] * (1 - fx) + speeds[y * width + right] * fx;
        float lower = speeds[below * width + x] * (1 - fx) + speeds[below * width + right] * fx;
        return upper * (1 - fy) + lower * fy;
    }
}
