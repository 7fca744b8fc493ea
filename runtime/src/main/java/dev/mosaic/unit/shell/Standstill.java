package dev.mosaic.unit.shell;

import dev.mosaic.message.Member;
import java.util.concurrent.TimeUnit;

/**
 * Tells the program, once, that calls wait for a worker or for room in one, and why.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(tesserae) twice a second until it has told.
 */
final class Standstill {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Engine engine;
    private boolean isOver;
    private boolean isWaiting;
    private long sinceNanos;
    private long lookedNanos = System.nanoTime();

    Standstill(Engine engine) {
        this.engine = engine;
        this.isOver = engine.self.kind() != Member.Kind.HEAD;
    }

    void tick(long now) {
        if (isOver || now - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = now;
        String reason = engine.kernel.waitsFor();
        if (reason.isEmpty()) {
            isWaiting = false;
        } else if (!isWaiting) {
            isWaiting = true;
            sinceNanos = now;
        } else if (now - sinceNanos >= PATIENCE_NANOS) {
            isOver = true;
            engine.clock.tell(() -> engine.options.events().waiting(reason));
        }
    }
}
