package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.headapi.TasksPage;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mosaic timeline}: which calls ran when in which worker, as a file for ui.perfetto.dev. */
@Command(
        name = "timeline",
        description = {
            "Writes the calls of each worker over time, as a file that ui.perfetto.dev opens.",
            "A worker keeps the last 65,536 calls that have ended."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class TimelineCommand implements Callable<Integer> {
    private static final int PAGE = 10_000;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The file to write, compressed if its name ends with .gz; ${DEFAULT-VALUE} by default.")
    private Path file = Path.of("timeline.json.gz");

    @Option(
            names = "--last",
            paramLabel = "SECONDS",
            description = "Only calls of the last SECONDS; by default all calls in the history.")
    private @Nullable Long last;

    @Option(names = "--unit", paramLabel = "UID", description = "Only calls of this worker; all workers by default.")
    private @Nullable String unit;

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    TimelineCommand() {}

    @Override
    public Integer call() {
        String since = last == null
                ? null
                : Instant.now().minus(Duration.ofSeconds(last)).toString();
        List<String> workers = unit == null
                ? cluster.get(HeadHttp.STATUS, StatusPage.class).units().stream()
                        .filter(each -> each.kind().equals(StatusPage.WORKER))
                        .map(StatusPage.UnitState::uid)
                        .toList()
                : List.of(unit);
        long calls = 0;
        long forgotten = 0;
        try (Timeline timeline = new Timeline(writer())) {
            for (String worker : workers) {
                Map<String, TasksPage.TaskState> tasks = new LinkedHashMap<>();
                forgotten += read(worker, since, tasks);
                timeline.unit(worker, List.copyOf(tasks.values()));
            }
            calls = timeline.calls();
        } catch (IOException e) {
            throw new StartException("file=" + file + " cannot be written: " + e, "name another one: --file");
        }
        spec.commandLine().getOut().println(calls + " calls of " + workers.size() + " workers are in " + file);
        spec.commandLine().getOut().flush();
        if (forgotten > 0) {
            spec.commandLine().getErr().println(forgotten + " that ended before are forgotten");
            spec.commandLine().getErr().flush();
        }
        return 0;
    }

    /** Page by page, from now back; gives how many are forgotten. */
    private long read(String worker, @Nullable String since, Map<String, TasksPage.TaskState> tasks) {
        String query =
                HeadHttp.TASKS + "?limit=" + PAGE + LimitOption.part("unit", worker) + LimitOption.part("since", since);
        TasksPage page = cluster.get(query, TasksPage.class);
        while (true) {
            if (!page.silent().isEmpty()) {
                throw new StartException("unit=" + worker + " does not answer", "leave it out: --unit names one");
            }
            int before = tasks.size();
            page.tasks().forEach(task -> tasks.putIfAbsent(task.id() + " " + task.attempt(), task));
            TasksPage.TaskState oldest =
                    page.tasks().isEmpty() ? null : page.tasks().getLast();
            boolean isLast = page.matched() <= page.tasks().size() || tasks.size() == before;
            if (oldest == null || oldest.endedAt().isEmpty() || isLast) {
                return page.displaced();
            }
            String end =
                    Instant.parse(oldest.endedAt()).plus(1, ChronoUnit.MICROS).toString();
            page = cluster.get(query + LimitOption.part("before", end), TasksPage.class);
        }
    }

    private Writer writer() throws IOException {
        OutputStream bytes = Files.newOutputStream(file);
        return new BufferedWriter(new OutputStreamWriter(
                file.toString().endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes, StandardCharsets.UTF_8));
    }
}
