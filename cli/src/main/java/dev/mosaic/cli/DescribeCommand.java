package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.TasksPage;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic describe}: all that is known of a task. */
@Command(
        name = "describe",
        description = "Shows all that is known of a task.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DescribeCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "TASK",
            description = "As mosaic list tasks shows it, or its uid, as exceptions and logs have it.")
    private String task = "";

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    DescribeCommand() {}

    @Override
    public Integer call() {
        String path = HeadHttp.TASKS + "?id=" + URLEncoder.encode(task, StandardCharsets.UTF_8);
        TasksPage page = cluster.get(path, TasksPage.class);
        if (page.tasks().isEmpty()) {
            throw new StartException(
                    "task=" + task + " is in no worker"
                            + (page.silent().isEmpty() ? "" : ", no answer of " + page.silent()),
                    "mosaic list tasks shows those that are; " + page.displaced() + " of " + page.ended()
                            + " that have ended are remembered no more");
        }
        PrintWriter out = spec.commandLine().getOut();
        for (TasksPage.TaskState each : page.tasks()) {
            out.print(text(each));
        }
        out.flush();
        return 0;
    }

    /** A fact a line. */
    private static String text(TasksPage.TaskState task) {
        StringBuilder text = new StringBuilder();
        line(text, "task", task.id());
        line(text, "name", task.name());
        line(text, "state", task.state());
        line(text, "unit", task.unit());
        line(text, "tessera", task.tessera());
        line(text, "caller", task.caller());
        line(text, "attempt", Integer.toString(task.attempt()));
        line(text, "queued at", task.queuedAt());
        line(text, "started at", task.startedAt());
        line(text, "seconds", task.startedAt().isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", task.seconds()));
        line(text, "waiting for", task.waitingFor());
        line(text, "failure", task.failure());
        return text.toString();
    }

    private static void line(StringBuilder text, String fact, String value) {
        if (!value.isEmpty()) {
            text.append(String.format(Locale.ROOT, "%-13s%s%n", fact, value));
        }
    }
}
