package dev.mosaic.unit.shell;

import dev.mosaic.inspect.FailedTasks;
import dev.mosaic.inspect.PageFilter;
import dev.mosaic.inspect.TaskEntry;
import dev.mosaic.inspect.WallMicros;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The tasks of a unit that a filter takes, up to its limit. Those that ended in the same microsecond as the last of these are with them, since
 * the next page begins before that.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TaskSearch {
    private final PageFilter filter;
    private final Function<CallView, String> names;
    private final long nowNanos = System.nanoTime();
    private final long offsetMicros = WallMicros.offset();
    private final List<TaskEntry> living = new ArrayList<>();
    private final List<TaskEntry> over = new ArrayList<>();
    private final List<TaskEntry> overElsewhere = new ArrayList<>();
    private long matched;

    TaskSearch(PageFilter filter, Function<CallView, String> names) {
        this.filter = filter;
        this.names = names;
    }

    /** Those that live, then those that are over, the latest first. */
    List<TaskEntry> entries() {
        List<TaskEntry> ended = new ArrayList<>(over);
        ended.addAll(overElsewhere);
        ended.sort(Comparator.comparingLong(TaskEntry::endedMicros).reversed());
        List<TaskEntry> entries = new ArrayList<>(living);
        entries.addAll(ended);
        return filter.page(entries, TaskEntry::endedMicros);
    }

    /** More than entries where the limit was reached. */
    long matched() {
        return matched;
    }

    /**
     * A task as its caller sees it, the latest first.
     *
     * @param endedNanos 0 of one that lives
     */
    void own(Id task, String name, CallView.State state, long madeNanos, long endedNanos, String reason, String input) {
        long ended = endedNanos == 0 ? 0 : micros(endedNanos);
        boolean isMeant = filter.takes(state) && filter.takes(task) && filter.takesTessera(null) && filter.takes(ended);
        if (!isMeant || !filter.takesName(name)) {
            return;
        }
        matched++;
        List<TaskEntry> entries = endedNanos == 0 ? living : overElsewhere;
        if (hasRoom(entries, ended)) {
            entries.add(new TaskEntry(
                    task.toString(),
                    name,
                    state,
                    true,
                    "",
                    task.origin(),
                    0,
                    micros(madeNanos),
                    0,
                    ended,
                    endedNanos == 0 ? 0 : endedNanos - madeNanos,
                    reason,
                    input));
        }
    }

    /** One that failed, as its caller knows it; the latest first. */
    void failed(FailedTasks.FailedTask task) {
        own(
                task.task(),
                task.name(),
                task.state(),
                task.madeNanos(),
                task.endedNanos(),
                task.reason(),
                task.input().get());
    }

    /**
     * A call in this unit; of those that are over, the latest first.
     *
     * @param endedNanos 0 of one that lives
     */
    void call(CallView call, long endedNanos, String reason, String input) {
        long ended = endedNanos == 0 ? 0 : micros(endedNanos);
        boolean isMeant = filter.takes(call.state()) && filter.takes(call.task()) && filter.takes(ended);
        if (!isMeant || !filter.takesTessera(call.tessera())) {
            return;
        }
        List<TaskEntry> entries = endedNanos == 0 ? living : over;
        boolean hasRoom = hasRoom(entries, ended);
        String name = filter.hasName() || hasRoom ? names.apply(call) : "";
        if (!filter.takesName(name)) {
            return;
        }
        matched++;
        if (hasRoom) {
            entries.add(entry(call, name, endedNanos, reason, input));
        }
    }

    private boolean hasRoom(List<TaskEntry> entries, long ended) {
        return entries.size() < filter.limit()
                || (ended != 0
                        && !entries.isEmpty()
                        && ended == entries.getLast().endedMicros());
    }

    private TaskEntry entry(CallView call, String name, long endedNanos, String reason, String input) {
        boolean isOver = endedNanos != 0;
        boolean hasBegun = call.state() != CallView.State.QUEUED;
        return new TaskEntry(
                call.task().toString(),
                name,
                call.state(),
                false,
                call.tessera().isPool() ? "" : call.tessera().toString(),
                call.caller(),
                call.attempt(),
                micros(call.arrivedNanos()),
                hasBegun ? micros(call.startedNanos()) : 0,
                isOver ? micros(endedNanos) : 0,
                hasBegun ? (isOver ? endedNanos : nowNanos) - call.startedNanos() : 0,
                reason,
                input);
    }

    private long micros(long nanos) {
        return WallMicros.of(offsetMicros, nanos);
    }
}
