package dev.mosaic;

/**
 * Operators for {@link SharedValue#accumulate}: {@code mosaic.sharedValue(new float[n], Sums::floats)}. Those of arrays add to the first array and give
 * it, so that nothing large is made; the others give a new number.
 *
 * <p><b>Threading:</b> stateless. <b>Failure:</b> arrays of different lengths are an {@link IllegalArgumentException}, and nothing is
 * added.
 */
public final class Sums {
    private Sums() {}

    /** {@code sum[i] += more[i]}. */
    public static float[] floats(float[] sum, float[] more) {
        check(sum.length, more.length);
        for (int i = 0; i < sum.length; i++) {
            sum[i] += more[i];
        }
        return sum;
    }

    /** {@code sum[i] += more[i]}. */
    public static double[] doubles(double[] sum, double[] more) {
        check(sum.length, more.length);
        for (int i = 0; i < sum.length; i++) {
            sum[i] += more[i];
        }
        return sum;
    }

    public static long ofLong(long sum, long more) {
        return sum + more;
    }

    public static int ofInt(int sum, int more) {
        return sum + more;
    }

    public static double ofDouble(double sum, double more) {
        return sum + more;
    }

    private static void check(int sum, int more) {
        if (sum != more) {
            throw new IllegalArgumentException(
                    "an array of length=" + more + " cannot be added to one of length=" + sum);
        }
    }
}
