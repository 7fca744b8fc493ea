package dev.mosaic.examples.brain;

/** How far a reconstruction is from the truth inside the head: 0 for the truth, 1 for plain water. */
public final class ErrorNorm {
    private ErrorNorm() {}

    /**
     * The Euclidean norm of {@code map - truth} over that of {@code water - truth}, both over the pixels of the head.
     *
     * @param map of any step, of the rectangle that the anatomy has
     */
    public static double of(SpeedMap map, Anatomy anatomy) {
        SpeedMap truth = anatomy.map();
        float[] speeds = map.fitted(truth.width(), truth.height(), truth.step()).speeds();
        double error = 0;
        double contrast = 0;
        for (int i = 0; i < speeds.length; i++) {
            if (anatomy.head()[i]) {
                double difference = speeds[i] - truth.speeds()[i];
                double signal = SpeedMap.WATER - truth.speeds()[i];
                error += difference * difference;
                contrast += signal * signal;
            }
        }
        return StrictMath.sqrt(error / contrast);
    }
}
