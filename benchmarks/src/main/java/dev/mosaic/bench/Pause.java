package dev.mosaic.bench;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Time that passes, as part of a workload. */
final class Pause {
    private Pause() {}

    static void of(Duration time) {
        until(() -> false, time);
    }

    /** Waits until the condition holds or the time is over; tells which. */
    static boolean until(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        boolean holds = condition.getAsBoolean();
        for (long left = limit.toNanos(); left > 0 && !holds; left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, Duration.ofMillis(5).toNanos()));
            holds = condition.getAsBoolean();
        }
        return holds;
    }
}
