package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.InstancesPage;
import dev.mosaic.headapi.LinesPage;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.headapi.TasksPage;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic logs}: what calls print, by worker, task or tessera. */
@Command(
        name = "logs",
        description = {
            "Shows the output of calls in workers, with time, worker and task. Lines of standard error are marked with !.",
            "A worker keeps its last 10,000 lines, up to 2,000,000 characters. Times are in UTC.",
            "For the logs of pods on Kubernetes, use mosaic pod-logs."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class LogsCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    @Parameters(arity = "0..1", paramLabel = "UNIT", description = "One worker, such as worker:0:1; all by default.")
    private @Nullable String unit;

    @Option(
            names = "--task",
            paramLabel = "ID",
            description = "Only output of this task, by its id from mosaic list tasks.")
    private @Nullable String task;

    @Option(
            names = "--tessera",
            paramLabel = "ID",
            description =
                    "Only output of calls of this tessera in its current worker, by its id from mosaic list tesserae.")
    private @Nullable String tessera;

    @Option(
            names = {"-f", "--follow"},
            description = "Also shows new output, until you stop the command.")
    private boolean follows;

    @Option(names = "--tail", paramLabel = "N", description = "Only the last N lines of each worker.")
    private @Nullable Integer tail;

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private final Map<String, Long> shown = new HashMap<>();
    private final Set<String> found = new LinkedHashSet<>();
    private final Set<String> silent = new HashSet<>();

    private record Printed(String unit, LinesPage.Line line) {}

    LogsCommand() {}

    @Override
    public Integer call() {
        show();
        while (follows && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            show();
        }
        return 0;
    }

    /** What is there and was not shown yet. */
    private void show() {
        List<Printed> lines = new ArrayList<>();
        for (String each : units()) {
            try {
                read(each, lines);
            } catch (StartException gone) {
                if (unit != null) {
                    throw gone;
                }
                if (silent.add(each)) {
                    say(String.valueOf(gone.getMessage()));
                }
            }
        }
        lines.sort(Comparator.comparing(each -> Instant.parse(each.line().at())));
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(each -> out.println(text(each.line(), each.unit(), task == null)));
        out.flush();
    }

    private void say(String words) {
        PrintWriter errors = spec.commandLine().getErr();
        errors.println(words);
        errors.flush();
    }

    /** Page by page, up to the last line there is. */
    private void read(String worker, List<Printed> lines) {
        String chosen = LimitOption.part("task", task) + LimitOption.part("tessera", tessera);
        String path = HeadHttp.lines(worker) + "?limit=";
        Long before = shown.get(worker);
        if (before == null && tail != null) {
            LinesPage last = cluster.get(path + tail + chosen, LinesPage.class);
            last.lines().forEach(line -> lines.add(new Printed(worker, line)));
            shown.put(worker, last.next());
            return;
        }
        long after = before == null ? 0 : before;
        while (true) {
            LinesPage page = cluster.get(path + PAGE + "&after=" + after + chosen, LinesPage.class);
            if (page.printed() < after) {
                after = 0; // another process has that name now
                continue;
            }
            if (page.displaced() > after) {
                say((page.displaced() - after) + " lines of " + worker + " are displaced by later ones");
            }
            page.lines().forEach(line -> lines.add(new Printed(worker, line)));
            after = page.next();
            shown.put(worker, after);
            if (after >= page.printed()) {
                return;
            }
        }
    }

    private List<String> units() {
        if (unit != null) {
            return List.of(unit);
        }
        if (task == null && tessera == null) {
            return cluster.get(HeadHttp.STATUS, StatusPage.class).units().stream()
                    .filter(each -> each.kind().equals(StatusPage.WORKER))
                    .map(StatusPage.UnitState::uid)
                    .toList();
        }
        boolean isKnown = task == null ? findTessera() : findTask();
        if (!isKnown && found.isEmpty()) {
            throw new StartException(
                    (task == null ? "tessera=" + tessera : "task=" + task) + " is of no unit",
                    "give the worker in which it ran: mosaic logs UNIT --task ID");
        }
        return List.copyOf(found);
    }

    private boolean findTask() {
        TasksPage page = cluster.get(HeadHttp.TASKS + "?limit=" + PAGE + LimitOption.part("id", task), TasksPage.class);
        page.tasks().stream().filter(LogsCommand::isInWorker).forEach(each -> found.add(each.unit()));
        return !page.tasks().isEmpty();
    }

    /** Others are with their caller. */
    static boolean isInWorker(TasksPage.TaskState task) {
        return task.unit().startsWith("worker:");
    }

    private boolean findTessera() {
        InstancesPage page = cluster.get(
                HeadHttp.INSTANCES + "?limit=" + PAGE + LimitOption.part("id", tessera), InstancesPage.class);
        page.tesserae().stream()
                .map(InstancesPage.Instance::unit)
                .filter(each -> !each.isEmpty())
                .forEach(found::add);
        return !page.tesserae().isEmpty();
    }

    /** A line, as it is shown. */
    static String text(LinesPage.Line line, String unit, boolean hasTask) {
        return TIME.format(Instant.parse(line.at()))
                + (unit.isEmpty() ? "" : " " + unit)
                + (hasTask ? " " + line.task() : "")
                + (line.error() ? " ! " : "  ")
                + line.text();
    }
}
