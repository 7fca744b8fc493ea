package dev.mosaic.node;

import dev.mosaic.message.Member;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of a node's places for a worker of a program: the uid stays, processes come and go.
 *
 * <p><b>Threading:</b> under the lock of {@link Workers}.
 */
final class WorkerSlot {
    private static final long FIRST_DELAY_NANOS = 100_000_000L;
    private static final int MOST_DOUBLINGS = 7;

    /** A process that was a worker for so long has not ended because of how it begins. */
    private static final long CALM_NANOS = 10_000_000_000L;

    final String uid;

    /** The head that its workers work for. */
    final Member program;

    /** The files with its classes; empty where workers have them. */
    final List<Path> code;

    /** How many devices its process has for its life; such a slot is for one process that joins. */
    final int devices;

    /** Names the wish for it; 0 for a slot without devices. */
    final long ticket;

    /** The devices that are its own; empty before its first process. */
    List<String> gpus = List.of();

    @Nullable WorkerProcess process;

    /** Processes in a row that ended early. */
    private int early;

    private boolean joined;
    private long joinedNanos;
    private boolean retired;
    private long killNanos;
    private long dueNanos = System.nanoTime();

    WorkerSlot(String uid, Member program, List<Path> code) {
        this(uid, program, code, 0, 0);
    }

    WorkerSlot(String uid, Member program, List<Path> code, int devices, long ticket) {
        this.devices = devices;
        this.ticket = ticket;
        this.uid = uid;
        this.program = program;
        this.code = List.copyOf(code);
    }

    /** A process is in it now. */
    void filled(WorkerProcess started) {
        process = started;
        joined = false;
    }

    boolean holds(long instance) {
        return process != null && process.instance() == instance;
    }

    void joined(long now) {
        joined = true;
        joinedNanos = now;
    }

    boolean hasJoined() {
        return joined;
    }

    /** Its program is over: no process follows. The one that is there goes on while somebody needs it. */
    void retire() {
        retired = true;
    }

    boolean isRetired() {
        return retired;
    }

    /** Nobody needs its process any more: that is asked to end, and made to after a while. */
    void end(long graceNanos) {
        if (process != null && killNanos == 0) {
            killNanos = System.nanoTime() + graceNanos;
            process.stop();
        }
    }

    /** It had time enough to end. */
    boolean isOverdue(long now) {
        return killNanos != 0 && process != null && now - killNanos >= 0;
    }

    /**
     * It is empty. The next process is due at once after one that had joined, and later and later after several that ended early: those that did
     * not join, and those that were workers for less than {@value #CALM_NANOS} ns. Gives true where the last one had joined.
     */
    boolean emptied(long now) {
        boolean hadJoined = joined;
        process = null;
        joined = false;
        early = hadJoined && now - joinedNanos >= CALM_NANOS ? 0 : early + 1;
        int pauses = hadJoined ? early - 1 : early;
        dueNanos = pauses <= 0 ? now : now + (FIRST_DELAY_NANOS << Math.min(pauses - 1, MOST_DOUBLINGS));
        return hadJoined;
    }

    boolean isDue(long now) {
        return process == null && !retired && now - dueNanos >= 0;
    }
}
