package dev.mosaic.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for what must become true, and says what did not. How long a test waits is said in one place: {@link #PATIENCE}, from the system
 * property {@code mosaic.patience} in seconds. A test names a time only where what it waits for takes longer on a quiet machine; a shorter
 * one would be a judgement by the clock. JUnit's limit for a test lies above.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> looks twenty times in the time that has passed, 0.2 ms to 0.2 s apart.
 */
public final class Eventually {
    public static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("mosaic.patience", 60));

    private static final long LEAST_NANOS = 200_000;
    private static final long MOST_NANOS = 200_000_000;
    private static final int LOOKS = 20;

    private Eventually() {}

    public static void holds(String what, BooleanSupplier condition) {
        holds(what, PATIENCE, condition);
    }

    /** For what may take longer than {@link #PATIENCE}, as long as {@code limit}. */
    public static void holds(String what, Duration limit, BooleanSupplier condition) {
        holds(what, limit, condition, () -> "");
    }

    /** The same, where what {@code state} gives is said besides. */
    public static void holds(String what, Duration limit, BooleanSupplier condition, Supplier<?> state) {
        Duration patience = atLeast(limit);
        if (!isSoWithin(patience, condition)) {
            throw new AssertionError("not so within " + patience + ": " + what + "\n" + state.get());
        }
    }

    /** What that gives, once it gives something. */
    public static <T> T present(String what, Supplier<Optional<T>> look) {
        Found<T> found = new Found<>(look);
        holds(what, found::isThere);
        return found.value.orElseThrow();
    }

    /** The result, once it is there. */
    public static <T> T get(Future<T> future, String what) {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("not there within " + PATIENCE + ": " + what, e);
        } catch (ExecutionException e) {
            throw new AssertionError(what + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted: " + what, e);
        }
    }

    /** Tells whether it came true in that time: for a test that lets a moment pass, or that shows that nothing happens. */
    public static boolean isSoWithin(Duration time, BooleanSupplier condition) {
        long begin = System.nanoTime();
        boolean holds = condition.getAsBoolean();
        for (long passed = 0; !holds && passed < time.toNanos(); passed = System.nanoTime() - begin) {
            LockSupport.parkNanos(Math.clamp(passed / LOOKS, LEAST_NANOS, MOST_NANOS));
            holds = condition.getAsBoolean();
        }
        return holds;
    }

    private static Duration atLeast(Duration limit) {
        return limit.compareTo(PATIENCE) < 0 ? PATIENCE : limit;
    }

    private static final class Found<T> {
        private final Supplier<Optional<T>> look;
        private Optional<T> value = Optional.empty();

        private Found(Supplier<Optional<T>> look) {
            this.look = look;
        }

        private boolean isThere() {
            value = look.get();
            return value.isPresent();
        }
    }
}
