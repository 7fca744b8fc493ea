package dev.mosaic.examples.brain;

/** A round thing in water, 64 x 72 cells of 2.5 mm. */
final class Disc {
    static final float STEP = 2.5e-3f;
    static final int WIDTH = 64;
    static final int HEIGHT = 72;

    private Disc() {}

    /** With that much more speed than water in the middle, falling off smoothly. */
    static SpeedMap map(float contrast) {
        SpeedMap map = SpeedMap.water(WIDTH, HEIGHT, STEP);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                double u = (x - 34) / 14.0;
                double v = (y - 33) / 17.0;
                map.speeds()[y * WIDTH + x] += (float) (contrast * StrictMath.exp(-u * u - v * v));
            }
        }
        return map;
    }

    static Experiment experiment(SpeedMap truth) {
        Survey survey = new Survey(Ring.within(truth), 24, 4, 100e3);
        return new Experiment(truth, survey, Grid.of(truth, survey.duration()), 0.02);
    }
}
