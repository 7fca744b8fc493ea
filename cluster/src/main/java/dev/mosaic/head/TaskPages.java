package dev.mosaic.head;

import dev.mosaic.headapi.TasksPage;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.TaskAnswer;
import dev.mosaic.inspect.TaskEntry;
import dev.mosaic.inspect.TaskFilter;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.unit.mailbox.CallView;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/**
 * Asks programs and workers for tasks, and makes one page of their answers.
 *
 * <p><b>Threading:</b> the request's own, which waits. <b>Cost:</b> a message to each and back; nothing is kept. <b>Failure:</b> who
 * does not answer within {@value #PATIENCE_SECONDS} s is named in the page.
 */
final class TaskPages {
    private static final int PATIENCE_SECONDS = 3;
    private static final int OK = 200;
    private static final int OVER = 3;
    private static final double NANOS = 1e9;

    /** What runs is first, and what has ended is last. */
    private static final Comparator<TasksPage.TaskState> ORDER = Comparator.comparingInt(
                    (TasksPage.TaskState task) -> rank(task.state()))
            .thenComparing(TasksPage.TaskState::startedAt, Comparator.reverseOrder())
            .thenComparing(TasksPage.TaskState::queuedAt);

    private final MonitorShell monitor;

    TaskPages(MonitorShell monitor) {
        this.monitor = monitor;
    }

    Response tasks(Request request) throws InterruptedException {
        TaskFilter filter;
        try {
            filter = TaskFilter.of(request.query());
        } catch (IllegalArgumentException e) {
            return Response.problem(400, "the query is none: " + e.getMessage());
        }
        Optional<ClusterMessage.Surveyed> survey = monitor.survey();
        if (survey.isEmpty()) {
            return ClusterPages.stuck();
        }
        List<Member> units =
                survey.get().units().stream().map(ClusterMessage.UnitLoad::unit).toList();
        return Response.json(page(filter, request.query("unit").orElse(""), units));
    }

    private TasksPage page(TaskFilter filter, String only, List<Member> units) throws InterruptedException {
        Map<Member, CompletableFuture<ClusterMessage.QueryResult>> asked = new HashMap<>();
        for (Member unit : units) {
            boolean isMeant = only.isEmpty() || unit.uid().equals(only);
            if (isMeant && (unit.kind() == Member.Kind.WORKER || unit.kind() == Member.Kind.HEAD)) {
                asked.put(unit, monitor.ask(unit.instance(), filter.path(), Duration.ofSeconds(PATIENCE_SECONDS)));
            }
        }
        Map<Long, String> uids = units.stream().collect(Collectors.toMap(Member::instance, Member::uid));
        List<TasksPage.TaskState> tasks = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        long matched = 0;
        long ended = 0;
        long failed = 0;
        long displaced = 0;
        for (Map.Entry<Member, CompletableFuture<ClusterMessage.QueryResult>> each : asked.entrySet()) {
            Optional<TaskAnswer> answer = answer(each.getValue());
            if (answer.isEmpty()) {
                silent.add(each.getKey().uid());
                continue;
            }
            TaskAnswer told = answer.get();
            matched += told.matched();
            ended += told.ended();
            failed += told.failed();
            displaced += told.displaced();
            told.entries().forEach(entry -> tasks.add(task(entry, each.getKey().uid(), uids)));
        }
        tasks.sort(ORDER);
        silent.sort(Comparator.naturalOrder());
        return new TasksPage(
                tasks.subList(0, Math.min(tasks.size(), filter.limit())), matched, ended, failed, displaced, silent);
    }

    /** Empty where there is none. */
    private static Optional<TaskAnswer> answer(CompletableFuture<ClusterMessage.QueryResult> asked)
            throws InterruptedException {
        try {
            ClusterMessage.QueryResult result = asked.get();
            return result.status() == OK
                    ? Optional.of(TaskAnswer.read(result.body().inline()))
                    : Optional.empty();
        } catch (ExecutionException | IOException unanswered) {
            return Optional.empty();
        }
    }

    private static TasksPage.TaskState task(TaskEntry entry, String unit, Map<Long, String> uids) {
        return new TasksPage.TaskState(
                entry.id(),
                entry.name(),
                entry.state().name(),
                entry.told() ? "" : unit,
                entry.tessera(),
                uids.getOrDefault(entry.caller(), ""),
                entry.attempt(),
                Instant.ofEpochMilli(entry.queuedMillis()).toString(),
                entry.startedMillis() == 0
                        ? ""
                        : Instant.ofEpochMilli(entry.startedMillis()).toString(),
                entry.nanos() / NANOS,
                isOver(entry) ? "" : entry.reason(),
                isOver(entry) ? entry.reason() : "");
    }

    private static boolean isOver(TaskEntry entry) {
        return rank(entry.state().name()) == OVER;
    }

    private static int rank(String state) {
        return switch (CallView.State.valueOf(state)) {
            case RUNNING -> 0;
            case QUEUED -> 1;
            case PENDING -> 2;
            case DONE, FAILED, CANCELLED -> OVER;
        };
    }
}
