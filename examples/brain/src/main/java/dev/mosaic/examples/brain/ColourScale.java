package dev.mosaic.examples.brain;

import java.awt.Color;
import java.util.List;

/**
 * Colours for a range of values.
 *
 * @param low value of the first colour
 * @param high value of the last colour
 * @param unit written at the bar
 * @param stops colours at even distances, as 0xRRGGBB
 */
record ColourScale(float low, float high, String unit, List<Integer> stops) {
    /** From dark to light, for speeds in m/s. */
    static final ColourScale SPEED =
            new ColourScale(1490, 1580, "m/s", List.of(0x0b0724, 0x3b0f70, 0x8c2981, 0xde4968, 0xfe9f6d, 0xfcfdbf));

    /** Blue below zero, white, red above, for differences in m/s. */
    static final ColourScale DIFFERENCE =
            new ColourScale(-30, 30, "m/s", List.of(0x053061, 0x4393c3, 0xf7f7f7, 0xd6604d, 0x67001f));

    /** The colour of a value, that of the nearest end where it is outside, as 0xRRGGBB. */
    int rgb(float value) {
        float place = Math.clamp((value - low) / (high - low), 0, 1) * (stops.size() - 1);
        int i = Math.min((int) place, stops.size() - 2);
        Color a = new Color(stops.get(i));
        Color b = new Color(stops.get(i + 1));
        float t = place - i;
        return mix(a.getRed(), b.getRed(), t) << 16
                | mix(a.getGreen(), b.getGreen(), t) << 8
                | mix(a.getBlue(), b.getBlue(), t);
    }

    private static int mix(int a, int b, float part) {
        return Math.round(a + (b - a) * part);
    }
}
