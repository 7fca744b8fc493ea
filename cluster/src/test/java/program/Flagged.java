package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import java.util.Arrays;

/** A program that was started with flags, which its worker has to have too, and passes a large array to it. */
public final class Flagged {
    private static final int COUNT = 1 << 17;

    private Flagged() {}

    public static void main(String[] arguments) {
        try (Mosaic mosaic = Mosaic.start(1)) {
            double[] ones = new double[COUNT];
            Arrays.fill(ones, 1);
            Ref<double[]> ref = mosaic.put(ones);
            System.out.println(mosaic.submit(() -> {
                        Class<?> vector = Class.forName("jdk.incubator.vector.DoubleVector");
                        boolean isPreview = (boolean) Class.forName("jdk.internal.misc.PreviewFeatures")
                                .getMethod("isEnabled")
                                .invoke(null);
                        return vector.getModule() + ", preview " + isPreview + ", sum "
                                + Arrays.stream(ref.value()).sum();
                    })
                    .result());
        }
    }
}
