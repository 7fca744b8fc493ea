package dev.mosaic.cli;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.TasksPage;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic why}: what a task waits for, and what that waits for, to the last cause. */
@Command(
        name = "why",
        description = "Shows why a task has not ended: what it waits for, what that waits for, and so on.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class WhyCommand implements Callable<Integer> {
    private static final String TASK = "task=";
    private static final String QUERY = HeadHttp.TASKS + "?";

    @Parameters(paramLabel = "TASK", description = "Id of the task, from mosaic list tasks, an exception or a log.")
    private String task = "";

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Units that did not answer a question. */
    private final Set<String> silent = new TreeSet<>();

    WhyCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Set<String> seen = new HashSet<>();
        Optional<String> next = Optional.of(task);
        while (next.isPresent()) {
            String id = next.get();
            Optional<TasksPage.TaskState> found = found(id);
            if (found.isEmpty()) {
                out.println(id + " is not known" + (silent.isEmpty() ? "" : " to a unit that answers")
                        + ": its caller is gone, or it ended long ago");
                next = Optional.empty();
            } else if (!seen.add(found.get().id())) {
                out.println(found.get().id() + " again: these wait for each other");
                next = Optional.empty();
            } else {
                next = explain(out, found.get());
            }
        }
        silent.forEach(unit -> out.println(
                unit + " does not answer: its JVM or its machine stands still, and what runs there is not seen"));
        out.flush();
        return 0;
    }

    private Optional<TasksPage.TaskState> found(String id) {
        return tasks("id=" + encoded(id)).stream().findFirst();
    }

    private List<TasksPage.TaskState> tasks(String query) {
        TasksPage page = cluster.get(QUERY + query, TasksPage.class);
        silent.addAll(page.silent());
        return page.tasks();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Says a line, and gives the task that it waits for. */
    private Optional<String> explain(PrintWriter out, TasksPage.TaskState found) {
        String who = found.id() + " (" + found.name() + ") ";
        boolean waitsForTask = found.waitingFor().startsWith(TASK);
        switch (found.state()) {
            case "PENDING" ->
                out.println(who + "is with its caller " + found.caller() + " and waits for "
                        + (found.waitingFor().isEmpty() ? "a worker" : found.waitingFor()));
            case "QUEUED" -> {
                if (waitsForTask) {
                    out.println(who + "is in " + found.unit() + " and waits for " + found.waitingFor());
                } else {
                    return behind(out, who, found);
                }
            }
            case "RUNNING" -> {
                out.println(who + "runs in " + found.unit() + " for " + seconds(found)
                        + (waitsForTask ? " and waits for " + found.waitingFor() : ""));
                if (!waitsForTask) {
                    out.println("mosaic stack " + found.unit() + " shows where its code is");
                }
            }
            case "UPSTREAM_FAILED" -> out.println(who + "did not run: " + found.failureWithInput());
            case "FAILED" -> out.println(who + "has failed: " + found.failureWithInput());
            case "CANCELLED" -> out.println(who + "was cancelled");
            default -> out.println(who + "is done");
        }
        return waitsForTask ? Optional.of(found.waitingFor().substring(TASK.length())) : Optional.empty();
    }

    /** For its turn: in its tessera, or for a thread of its worker. */
    private Optional<String> behind(PrintWriter out, String who, TasksPage.TaskState found) {
        List<TasksPage.TaskState> ofTessera =
                found.tessera().isEmpty() ? List.of() : tasks("state=running&tessera=" + encoded(found.tessera()));
        List<TasksPage.TaskState> ahead =
                ofTessera.isEmpty() ? tasks("state=running&unit=" + encoded(found.unit())) : ofTessera;
        out.println(who + "is in " + found.unit() + " and waits for its turn"
                + (ahead.isEmpty()
                        ? ""
                        : "; " + ahead.size() + (ahead.size() == 1 ? " call runs there" : " calls run there")));
        return ahead.stream().findFirst().map(TasksPage.TaskState::id);
    }

    private static String seconds(TasksPage.TaskState task) {
        return String.format(Locale.ROOT, "%.1f s", task.seconds());
    }
}
