package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.CaptureException;

/** A task as waits see it. <b>Threading:</b> any thread. */
sealed interface Awaitable permits CallTask, PartTask {
    /**
     * That task.
     *
     * @throws CaptureException where it is not one of Mosaic
     */
    static Awaitable of(Arg<?> task) {
        if (task instanceof Awaitable awaited) {
            return awaited;
        }
        throw new CaptureException(task + " is not a task of Mosaic", "use Arg.of for values");
    }

    /** Nobody has to wait for it: it is final, or was cancelled. */
    boolean isAwaited();

    /** Since when {@link #isAwaited} says so; any time before. */
    long awaitedNanos();

    /** The thread is woken when {@link #isAwaited} may say so. */
    void addWaiting(Thread thread);

    void removeWaiting(Thread thread);

    /** Calls it once {@link #isAwaited} says so: now, or from the thread that tells. */
    void whenAwaited(Runnable follower);
}
