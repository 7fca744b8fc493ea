package dev.mosaic.operator;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, and says which one did not come true. */
public final class Until {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private Until() {}

    public static void isSo(String what, BooleanSupplier condition) {
        present(what, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    /** Of what takes longer. */
    public static void isSo(String what, Duration patience, BooleanSupplier condition) {
        present(what, patience, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    public static <T> T present(String what, Supplier<Optional<T>> look) {
        return present(what, PATIENCE, look);
    }

    private static <T> T present(String what, Duration patience, Supplier<Optional<T>> look) {
        long end = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < end) {
            Optional<T> found = look.get();
            if (found.isPresent()) {
                return found.get();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        throw new AssertionError("not so after " + patience + ": " + what);
    }
}
