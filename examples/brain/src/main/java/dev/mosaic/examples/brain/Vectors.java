package dev.mosaic.examples.brain;

/** Arithmetic on arrays of one length. Sums run from the first to the last, so that they come out the same everywhere. */
final class Vectors {
    private Vectors() {}

    static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }

    static float[] difference(float[] a, float[] b) {
        float[] result = new float[a.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = a[i] - b[i];
        }
        return result;
    }

    /** Adds a multiple of values. */
    static void add(float[] sum, double factor, float[] values) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (float) (sum[i] + factor * values[i]);
        }
    }

    static void scale(float[] values, double factor) {
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (values[i] * factor);
        }
    }
}
