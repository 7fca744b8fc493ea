package dev.mosaic.cli;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.headapi.TasksPage;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mosaic list}: what there is of a kind, one a line. */
@Command(
        name = "list",
        description = "Lists clusters of this user on this machine, or units, tesserae, tasks or objects of a cluster.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            ListCommand.Clusters.class,
            ListObjectsCommand.class,
            ListCommand.Tasks.class,
            ListTesseraeCommand.class,
            ListCommand.Units.class
        })
final class ListCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    ListCommand() {}

    @Override
    public void run() {
        CommandLine list = spec.commandLine();
        throw new ParameterException(
                list,
                "Say what to list: " + String.join(", ", list.getSubcommands().keySet()));
    }

    /** {@code mosaic list clusters}. */
    @Command(
            name = "clusters",
            description =
                    "Lists the clusters that this user runs on this machine: programs with Mosaic.start, and heads.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class Clusters implements Callable<Integer> {
        @Mixin
        private OutputOption output = new OutputOption();

        Clusters() {}

        /** As JSON. */
        record Found(String name, String kind, long pid, String started, String monitor) {}

        @Override
        public Integer call() {
            List<RunningCluster> all = RunningClusters.own().all();
            output.write(
                    all.stream().map(Clusters::found).toList(),
                    all.stream().map(RunningCluster::name).toList(),
                    () -> table(all, Instant.now()));
            return 0;
        }

        private static Found found(RunningCluster cluster) {
            return new Found(
                    cluster.name(),
                    kind(cluster),
                    cluster.pid(),
                    cluster.started().toString(),
                    cluster.monitor().toString());
        }

        private static String kind(RunningCluster cluster) {
            return cluster.kind().name().toLowerCase(Locale.ROOT);
        }

        private static Table table(List<RunningCluster> all, Instant now) {
            Table table = new Table(4, "NAME", "KIND", "PID", "AGE", "MONITOR");
            for (RunningCluster each : all) {
                table.row(
                        each.name(),
                        kind(each),
                        Long.toString(each.pid()),
                        age(Duration.between(each.started(), now)),
                        each.monitor().toString());
            }
            return table;
        }
    }

    /** The two largest units: {@code 2d3h}, {@code 4m10s}. */
    static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + "m" + seconds % 60 + "s";
        }
        if (seconds < 86_400) {
            return seconds / 3_600 + "h" + seconds % 3_600 / 60 + "m";
        }
        return seconds / 86_400 + "d" + seconds % 86_400 / 3_600 + "h";
    }

    /** {@code mosaic list units}. */
    @Command(
            name = "units",
            description = "Lists the units of a cluster: programs, nodes, workers and warehouses.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class Units implements Callable<Integer> {
        @Option(
                names = "--kind",
                paramLabel = "KIND",
                description = "Only units of this kind: program, node, worker, warehouse or gateway.")
        private @Nullable String kind;

        @Option(names = "--node", paramLabel = "UID", description = "Only units on this node.")
        private @Nullable String node;

        @Mixin
        private AskedCluster cluster = new AskedCluster();

        @Mixin
        private OutputOption output = new OutputOption();

        Units() {}

        @Override
        public Integer call() {
            List<StatusPage.UnitState> units = cluster.get(HeadHttp.STATUS, StatusPage.class).units().stream()
                    .filter(each -> kind == null || each.kind().equals(kind))
                    .filter(each -> node == null
                            || each.node().equals(node)
                            || each.uid().equals(node))
                    .toList();
            output.write(units, units.stream().map(StatusPage.UnitState::uid).toList(), () -> table(units));
            return 0;
        }

        private static Table table(List<StatusPage.UnitState> units) {
            Table table = new Table(6, "UNIT", "KIND", "NODE", "TESSERAE", "RUNNING", "QUEUED", "USED", "OFFERED");
            for (StatusPage.UnitState unit : units) {
                table.row(
                        unit.uid(),
                        unit.kind(),
                        StatusCommand.orNone(unit.node()),
                        Integer.toString(unit.tesserae()),
                        Integer.toString(unit.running()),
                        Integer.toString(unit.queued()),
                        StatusCommand.used(unit),
                        StatusCommand.offered(unit));
            }
            return table;
        }
    }

    /** {@code mosaic list tasks}. */
    @Command(
            name = "tasks",
            description = {
                "Lists the tasks of a cluster that run, wait, or have ended.",
                "A worker keeps the last 65,536 tasks that have ended, and the last 1,024 that failed."
            },
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class Tasks implements Callable<Integer> {
        @Option(
                names = "--state",
                paramLabel = "STATE",
                description =
                        "Only tasks in this state: pending, queued, running, done, failed, cancelled, or upstream_failed, if"
                                + " they did not run because an argument failed.")
        private @Nullable String state;

        @Option(
                names = "--name",
                paramLabel = "TEXT",
                description = "Only tasks whose name contains this text, such as Solver.solve.")
        private @Nullable String name;

        @Option(names = "--tessera", paramLabel = "ID", description = "Only calls of this tessera.")
        private @Nullable String tessera;

        @Option(
                names = "--unit",
                paramLabel = "UID",
                description = "Only tasks in this worker, or made by this program.")
        private @Nullable String unit;

        @Option(
                names = "--since",
                paramLabel = "TIME",
                description = "Only tasks that ended at this time or later, or have not ended: 2026-11-27T18:49:13Z.")
        private @Nullable String since;

        @Option(
                names = "--before",
                paramLabel = "TIME",
                description =
                        "Only tasks that ended before this time. For the next page, give the end of the last task shown.")
        private @Nullable String before;

        @Mixin
        private LimitOption limit = new LimitOption();

        @Mixin
        private AskedCluster cluster = new AskedCluster();

        @Mixin
        private OutputOption output = new OutputOption();

        Tasks() {}

        @Override
        public Integer call() {
            TasksPage page = cluster.get(path(), TasksPage.class);
            List<TasksPage.TaskState> tasks = page.tasks();
            output.write(tasks, tasks.stream().map(TasksPage.TaskState::id).toList(), () -> table(tasks));
            limit.note(
                    tasks.size(),
                    page.matched(),
                    "--state, --name, --before",
                    page.silent(),
                    "their tasks are",
                    page.displaced() == 0
                            ? List.of()
                            : List.of(page.displaced() + " of " + page.ended() + " that have ended are forgotten"));
            return 0;
        }

        private String path() {
            return HeadHttp.TASKS
                    + limit.query()
                    + LimitOption.part("state", state)
                    + LimitOption.part("name", name)
                    + LimitOption.part("tessera", tessera)
                    + LimitOption.part("since", since)
                    + LimitOption.part("before", before)
                    + LimitOption.part("unit", unit);
        }

        static Table table(List<TasksPage.TaskState> tasks) {
            Table table = new Table(
                    6, "TASK", "NAME", "STATE", "UNIT", "SECONDS", "REASON", "TESSERA", "CALLER", "ATTEMPT", "QUEUED",
                    "ENDED");
            for (TasksPage.TaskState each : tasks) {
                table.row(
                        each.id(),
                        each.name(),
                        each.state(),
                        StatusCommand.orNone(each.unit()),
                        String.format(Locale.ROOT, "%.3f", each.seconds()),
                        StatusCommand.orNone(Table.firstLine(each.failureWithInput() + each.waitingFor())),
                        StatusCommand.orNone(each.tessera()),
                        StatusCommand.orNone(each.caller()),
                        Integer.toString(each.attempt()),
                        each.queuedAt(),
                        StatusCommand.orNone(each.endedAt()));
            }
            return table;
        }
    }
}
