package dev.mosaic.cli;

import dev.mosaic.headapi.TasksPage;
import dev.mosaic.http.Json;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Writes calls as trace events, in the format that ui.perfetto.dev and chrome://tracing open: a process for each unit, and in it a row for
 * each of its calls that ran at once. Times are in microseconds since the epoch, by the clock of the unit.
 */
final class Timeline implements Closeable {
    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;

    /** A call: a complete event. */
    private record Slice(String name, String ph, long ts, long dur, int pid, int tid, Map<String, Object> args) {}

    /** A name: a metadata event. */
    private record Label(String name, String ph, int pid, int tid, Map<String, Object> args) {}

    /** When it began and ended, and what it was. */
    private record Ran(long startMicros, long endMicros, TasksPage.TaskState task) {
        private static Ran of(TasksPage.TaskState task) {
            long start = micros(task.startedAt());
            return new Ran(start, start + Math.max(1, Math.round(task.seconds() * MICROS)), task);
        }
    }

    private final Writer out;
    private int units;
    private long calls;
    private String separator = "";

    /** Begins the file. Closing ends it. */
    Timeline(Writer out) throws IOException {
        this.out = out;
        out.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
    }

    /** Calls that are written. */
    long calls() {
        return calls;
    }

    /** Adds a unit with its calls, in any order; those whose code has not begun are left out. */
    void unit(String uid, List<TasksPage.TaskState> tasks) throws IOException {
        List<Ran> ran = tasks.stream()
                .filter(task -> !task.startedAt().isEmpty())
                .map(Ran::of)
                .sorted(Comparator.comparingLong(Ran::startMicros))
                .toList();
        int pid = ++units;
        write(new Label("process_name", "M", pid, 0, Map.of("name", uid)));
        write(new Label("process_sort_index", "M", pid, 0, Map.of("sort_index", pid)));
        List<Long> ends = new ArrayList<>();
        for (Ran each : ran) {
            int row = freeRow(ends, each.startMicros());
            ends.set(row, each.endMicros());
            write(slice(each, pid, row + 1));
            calls++;
        }
        for (int row = 1; row <= ends.size(); row++) {
            write(new Label("thread_name", "M", pid, row, Map.of("name", "calls " + row)));
        }
    }

    /** The first row whose last call has ended by then. */
    private static int freeRow(List<Long> ends, long start) {
        for (int row = 0; row < ends.size(); row++) {
            if (ends.get(row) <= start) {
                return row;
            }
        }
        ends.add(0L);
        return ends.size() - 1;
    }

    private static Slice slice(Ran ran, int pid, int row) {
        TasksPage.TaskState task = ran.task();
        return new Slice(
                task.name(),
                "X",
                ran.startMicros(),
                ran.endMicros() - ran.startMicros(),
                pid,
                row,
                Map.of(
                        "task", task.id(),
                        "state", task.state(),
                        "tessera", task.tessera(),
                        "caller", task.caller(),
                        "attempt", task.attempt(),
                        "waited ms", (ran.startMicros() - micros(task.queuedAt())) / MILLIS,
                        "failure", task.failure()));
    }

    private static long micros(String time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(time));
    }

    private void write(Record event) throws IOException {
        out.write(separator);
        out.write(Json.text(event));
        separator = ",\n";
    }

    @Override
    public void close() throws IOException {
        out.write("\n]}\n");
        out.close();
    }
}
