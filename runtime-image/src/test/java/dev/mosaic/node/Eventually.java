package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must become true. */
public final class Eventually {
    private static final Duration USUAL = Duration.ofSeconds(50);
    private static final long LOOK_NANOS = 5_000_000;

    private Eventually() {}

    public static void holds(String what, BooleanSupplier condition) {
        holds(what, USUAL, condition);
    }

    public static void holds(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        assertThat(condition.getAsBoolean()).as(what + ", within " + limit).isTrue();
    }
}
