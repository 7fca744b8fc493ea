package dev.mosaic.system;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what comes about elsewhere. */
final class Waiting {
    private static final long PACE_NANOS = Duration.ofMillis(200).toNanos();

    private Waiting() {}

    /** @throws AssertionError with these words and those of {@code state}, where it is not so in time */
    static void until(String what, Duration limit, BooleanSupplier isSo, Supplier<?> state) {
        long end = System.nanoTime() + limit.toNanos();
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + limit.toSeconds() + " s: " + what + "\n" + state.get());
            }
            LockSupport.parkNanos(PACE_NANOS);
        }
    }
}
