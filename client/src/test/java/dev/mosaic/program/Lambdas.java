package dev.mosaic.program;

import dev.mosaic.function.Action0;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Functions as users write them. */
public final class Lambdas {
    private Lambdas() {}

    public static Function0<Integer> plusOne(int captured) {
        return () -> captured + 1;
    }

    public static Function1<Integer, Integer> inverse() {
        return item -> 1_000 / item;
    }

    public static Function2<Integer, Integer, Integer> sum() {
        return Integer::sum;
    }

    public static Function3<Integer, Integer, Integer, Integer> sumOfThree() {
        return (a, b, c) -> a + b + c;
    }

    /** Takes 100 ms. */
    public static Function1<Integer, Integer> sleepy() {
        return item -> {
            var _ = new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
            return item;
        };
    }

    public static Action0 failing() {
        return () -> {
            throw new IOException("disk");
        };
    }
}
