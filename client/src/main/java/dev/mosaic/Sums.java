package dev.mosaic;

/**
 * Operators for {@link SharedValue#accumulate}: {@code mosaic.sharedValue(new float[n], Sums::floats)}. The operators for arrays add to the first array
 * and return it, without a new array; the others return a new number.
 *
 * <p><b>Threading:</b> stateless. <b>Failure:</b> {@link IllegalArgumentException} if the arrays have different lengths; nothing is added then.
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
