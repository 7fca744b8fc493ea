package dev.mosaic.unit.shell;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Threads that wait for the same news. <b>Threading:</b> any thread. */
final class Bell {
    private final Patience patience;
    private final ConcurrentLinkedQueue<Thread> waiting = new ConcurrentLinkedQueue<>();

    Bell(Patience patience) {
        this.patience = patience;
    }

    /** Waits until the condition is true or the time is over; gives what the condition said last. */
    boolean await(BooleanSupplier done, long timeoutNanos) {
        return with(() -> patience.await(done, timeoutNanos));
    }

    /** The wait, during which the calling thread hears of news. */
    boolean with(BooleanSupplier wait) {
        Thread thread = Thread.currentThread();
        waiting.add(thread);
        try {
            return wait.getAsBoolean();
        } finally {
            waiting.remove(thread);
        }
    }

    /** There is news. */
    void ring() {
        if (waiting.isEmpty()) {
            return;
        }
        waiting.forEach(patience::wake);
    }
}
