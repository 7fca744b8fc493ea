package dev.mosaic.node;

import org.jspecify.annotations.Nullable;

/**
 * One of a node's places for a worker: the uid stays, processes come and go.
 *
 * <p><b>Threading:</b> under the lock of {@link Workers}.
 */
final class WorkerSlot {
    private static final long FIRST_DELAY_NANOS = 100_000_000L;
    private static final int MOST_DOUBLINGS = 7;

    final String uid;

    @Nullable WorkerProcess process;

    private int boots;
    private int failures;
    private boolean joined;
    private long dueNanos = System.nanoTime();

    WorkerSlot(String uid) {
        this.uid = uid;
    }

    /** A process is in it now. */
    void filled(WorkerProcess started) {
        process = started;
        joined = false;
    }

    boolean holds(long instance) {
        return process != null && process.instance() == instance;
    }

    void joined() {
        joined = true;
        failures = 0;
    }

    /** It is empty. Workers that never came are tried again ever later. Gives true where the last one had joined. */
    boolean emptied(long now) {
        process = null;
        failures = joined ? 0 : failures + 1;
        dueNanos = joined ? now : now + (FIRST_DELAY_NANOS << Math.min(failures - 1, MOST_DOUBLINGS));
        return joined;
    }

    boolean isDue(long now) {
        return process == null && now - dueNanos >= 0;
    }

    /** Counts the processes it had, for names that are used once. */
    int nextBoot() {
        return boots++;
    }
}
