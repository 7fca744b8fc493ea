package dev.mosaic.node;

import dev.mosaic.message.Member;
import org.jspecify.annotations.Nullable;

/**
 * One of a node's places for a worker of a program: the uid stays, processes come and go.
 *
 * <p><b>Threading:</b> under the lock of {@link Workers}.
 */
final class WorkerSlot {
    private static final long FIRST_DELAY_NANOS = 100_000_000L;
    private static final int MOST_DOUBLINGS = 7;

    final String uid;

    /** The head that its workers work for. */
    final Member program;

    @Nullable WorkerProcess process;

    private int failures;
    private boolean joined;
    private boolean retired;
    private long killNanos;
    private long dueNanos = System.nanoTime();

    WorkerSlot(String uid, Member program) {
        this.uid = uid;
        this.program = program;
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

    /** No process follows; the one that is there is asked to end, and made to after a while. */
    void retire(long graceNanos) {
        if (!retired) {
            retired = true;
            killNanos = System.nanoTime() + graceNanos;
            if (process != null) {
                process.stop();
            }
        }
    }

    boolean isRetired() {
        return retired;
    }

    /** It had time enough to end. */
    boolean isOverdue(long now) {
        return retired && process != null && now - killNanos >= 0;
    }

    /** It is empty. Workers that never came are tried again ever later. Gives true where the last one had joined. */
    boolean emptied(long now) {
        process = null;
        failures = joined ? 0 : failures + 1;
        dueNanos = joined ? now : now + (FIRST_DELAY_NANOS << Math.min(failures - 1, MOST_DOUBLINGS));
        return joined;
    }

    boolean isDue(long now) {
        return process == null && !retired && now - dueNanos >= 0;
    }
}
