package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits that say what they waited for. */
final class Patience {
    static final Duration LIMIT = Duration.ofSeconds(30);

    private Patience() {}

    /** Waits for a condition. */
    static void until(String what, BooleanSupplier condition) {
        assertThat(within(LIMIT, condition)).as("within %s: %s", LIMIT, what).isTrue();
    }

    /** Waits for a condition, and tells whether it came. */
    static boolean within(Duration time, BooleanSupplier condition) {
        long deadline = System.nanoTime() + time.toNanos();
        boolean holds = condition.getAsBoolean();
        while (!holds && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(200_000);
            holds = condition.getAsBoolean();
        }
        return holds;
    }

    static <T> T get(Future<T> future, String what) {
        try {
            return future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("within " + LIMIT + ": " + what, e);
        } catch (ExecutionException e) {
            throw new AssertionError(what + ": " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted: " + what, e);
        }
    }
}
