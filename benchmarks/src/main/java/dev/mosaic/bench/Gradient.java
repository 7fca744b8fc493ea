package dev.mosaic.bench;

/** Fixed work of about 20 ms for one warm thread of the machine that the peers were measured on, which gives 1 MB. */
final class Gradient {
    private static final int ELEMENTS = 131_072;
    private static final int PASSES = 1_600;

    private Gradient() {}

    static double[] of(int seed) {
        double[] gradient = new double[ELEMENTS];
        java.util.Arrays.fill(gradient, 1 + seed * 1e-3);
        for (int pass = 0; pass < PASSES; pass++) {
            shrink(gradient);
        }
        return gradient;
    }

    private static void shrink(double[] gradient) {
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = gradient[i] * 0.999999 + 1e-9;
        }
    }

    static void add(double[] sum, double[] gradient) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += gradient[i];
        }
    }
}
