package dev.mosaic.inspect;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.util.ArrayDeque;

/**
 * The last {@value #MOST} tasks that a unit made and that failed in no worker: with one that was lost, for want of a place, for an argument.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> an object for each.
 */
public final class FailedTasks {
    static final int MOST = 1 << 10;
    static final int MOST_TEXT = 2_000;

    private record Failed(Id task, String name, boolean isCancelled, long madeNanos, long endedNanos, String text) {}

    private final ArrayDeque<Failed> last = new ArrayDeque<>();
    private long count;

    /** Remembers one. */
    public void add(Id task, String name, long madeNanos, long endedNanos, Failure failure) {
        boolean isCancelled = failure.kind() == Failure.Kind.CANCELLED;
        count += isCancelled ? 0 : 1;
        last.addFirst(new Failed(task, name, isCancelled, madeNanos, endedNanos, text(failure)));
        if (last.size() > MOST) {
            last.removeLast();
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

    /** Since the unit began, without those that were cancelled. */
    public long count() {
        return count;
    }

    /** What a visitor is shown. */
    public interface Visitor {
        /** A task. */
        void task(Id task, String name, boolean isCancelled, long madeNanos, long endedNanos, String text);
    }

    /** Shows what is remembered, the latest first. */
    public void visit(Visitor visitor) {
        last.forEach(each -> visitor.task(
                each.task(), each.name(), each.isCancelled(), each.madeNanos(), each.endedNanos(), each.text()));
    }
}
