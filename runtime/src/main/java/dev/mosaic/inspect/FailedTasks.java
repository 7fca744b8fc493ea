package dev.mosaic.inspect;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The last {@value #MOST} tasks that a unit made and that failed.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> an object for each, with its text, up to {@value #MOST_TEXT} characters.
 */
public final class FailedTasks {
    static final int MOST = 1 << 10;
    static final int MOST_TEXT = 2_000;

    /**
     * A task that failed.
     *
     * @param state how it ended: {@code FAILED}, {@code UPSTREAM_FAILED} or {@code CANCELLED}
     * @param reason why, in words
     * @param instance of the worker in which it failed; 0 for none
     * @param input its arguments in words
     */
    public record FailedTask(
            Id task,
            String name,
            CallView.State state,
            long madeNanos,
            long endedNanos,
            String reason,
            long instance,
            LaterText input) {}

    private final ArrayDeque<FailedTask> last = new ArrayDeque<>();
    private long displaced;

    /** Remembers one. */
    public void add(FailedTask task) {
        last.addFirst(task);
        if (last.size() > MOST) {
            last.removeLast();
            displaced++;
        }
    }

    /** What it was, and what it follows from. */
    public static String text(Failure failure) {
        StringBuilder text = new StringBuilder(failure.what());
        for (Failure cause = failure.cause(); cause != null; cause = cause.cause()) {
            text.append("; because: ").append(cause.what());
        }
        return text.substring(0, Math.min(text.length(), MOST_TEXT));
    }

    /** How many are forgotten. */
    public long displaced() {
        return displaced;
    }

    /** Shows what is remembered, the latest first. */
    public void visit(Consumer<FailedTask> visitor) {
        last.forEach(visitor);
    }
}
