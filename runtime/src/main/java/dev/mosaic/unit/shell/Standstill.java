package dev.mosaic.unit.shell;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Notices, once, that calls wait for a worker or for room in one, and why.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(tesserae) twice a second until it has told.
 */
final class Standstill {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Supplier<String> reasons;
    private final Consumer<String> listener;
    private boolean isOver;
    private boolean isWaiting;
    private long sinceNanos;
    private long lookedNanos = System.nanoTime();

    /**
     * Looks from the next tick on.
     *
     * @param reasons gives what calls wait for; empty where none does
     * @param listener is told
     */
    Standstill(Supplier<String> reasons, Consumer<String> listener) {
        this.reasons = reasons;
        this.listener = listener;
    }

    void tick(long now) {
        if (isOver || now - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = now;
        String reason = reasons.get();
        if (reason.isEmpty()) {
            isWaiting = false;
        } else if (!isWaiting) {
            isWaiting = true;
            sinceNanos = now;
        } else if (now - sinceNanos >= PATIENCE_NANOS) {
            isOver = true;
            listener.accept(reason);
        }
    }
}
