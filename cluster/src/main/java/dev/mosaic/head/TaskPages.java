package dev.mosaic.head;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.TasksPage;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.PageFilter;
import dev.mosaic.inspect.TaskAnswer;
import dev.mosaic.inspect.TaskEntry;
import dev.mosaic.unit.mailbox.CallView;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Asks programs and workers for tasks, and makes one page of their answers.
 *
 * <p><b>Threading:</b> the request's own, which waits. <b>Cost:</b> a message to each and back; nothing is kept. <b>Failure:</b> who
 * does not answer is named in the page.
 */
final class TaskPages {
    private static final int OVER = 3;
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);
    private static final double NANOS = 1e9;

    /** What runs is first, and what has ended is last. */
    private static final Comparator<TasksPage.TaskState> ORDER = Comparator.comparingInt(
                    (TasksPage.TaskState task) -> rank(task.state()))
            .thenComparing(TasksPage.TaskState::endedAt, Comparator.reverseOrder())
            .thenComparing(TasksPage.TaskState::startedAt, Comparator.reverseOrder())
            .thenComparing(TasksPage.TaskState::queuedAt);

    private final MonitorShell monitor;
    private final boolean showsInputs;

    /** @param showsInputs else the input of each task is empty */
    TaskPages(MonitorShell monitor, boolean showsInputs) {
        this.monitor = monitor;
        this.showsInputs = showsInputs;
    }

    Response tasks(Request request) throws InterruptedException {
        PageFilter filter;
        try {
            filter = PageFilter.of(request.query());
            if (!filter.state().isEmpty()) {
                var _ = CallView.State.valueOf(filter.state());
            }
        } catch (IllegalArgumentException e) {
            return Response.problem(400, "the query is none: " + e.getMessage());
        }
        return UnitAnswers.ask(
                        monitor, request.query("unit").orElse(""), HeadHttp.TASKS + filter.query(), TaskAnswer.class)
                .map(answers -> Response.json(page(filter, answers)))
                .orElseGet(ClusterPages::stuck);
    }

    private TasksPage page(PageFilter filter, UnitAnswers<TaskAnswer> answers) {
        List<TasksPage.TaskState> tasks = new ArrayList<>();
        long matched = 0;
        long ended = 0;
        long failed = 0;
        long upstreamFailed = 0;
        long displaced = 0;
        for (var each : answers.answers().entrySet()) {
            TaskAnswer told = each.getValue();
            matched += told.matched();
            ended += told.ended();
            failed += told.failed();
            upstreamFailed += told.upstreamFailed();
            displaced += told.displaced();
            told.entries().forEach(entry -> tasks.add(task(entry, each.getKey().uid(), answers.uids())));
        }
        tasks.sort(ORDER);
        return new TasksPage(
                filter.page(tasks, task -> task.endedAt().isEmpty() ? 0 : PageFilter.micros(task.endedAt())),
                matched,
                ended,
                failed,
                upstreamFailed,
                displaced,
                answers.silent());
    }

    private TasksPage.TaskState task(TaskEntry entry, String unit, Map<Long, String> uids) {
        return new TasksPage.TaskState(
                entry.id(),
                entry.name(),
                entry.state().name(),
                entry.told() ? "" : unit,
                entry.tessera(),
                uids.getOrDefault(entry.caller(), ""),
                entry.attempt(),
                time(entry.queuedMicros()),
                entry.startedMicros() == 0 ? "" : time(entry.startedMicros()),
                entry.endedMicros() == 0 ? "" : time(entry.endedMicros()),
                entry.nanos() / NANOS,
                isOver(entry) ? "" : entry.reason(),
                isOver(entry) ? entry.reason() : "",
                showsInputs ? entry.input() : "");
    }

    /** With six digits, so that later ones sort behind. */
    static String time(long micros) {
        return TIME.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
    }

    private static boolean isOver(TaskEntry entry) {
        return rank(entry.state().name()) == OVER;
    }

    private static int rank(String state) {
        return switch (CallView.State.valueOf(state)) {
            case RUNNING -> 0;
            case QUEUED -> 1;
            case PENDING -> 2;
            case DONE, FAILED, UPSTREAM_FAILED, CANCELLED -> OVER;
        };
    }
}
