package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.InstancesPage;
import dev.mosaic.headapi.LinesPage;
import dev.mosaic.headapi.ObjectsPage;
import dev.mosaic.headapi.TasksPage;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic describe}: all that is known of a task, a tessera or an object. */
@Command(
        name = "describe",
        description = "Shows everything that is known about a task, an object, or a tessera and its last calls.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DescribeCommand implements Callable<Integer> {
    private static final int MOST_CALLS = 20;
    private static final int MOST_LINES = 10;
    private static final String OBJECT = "ware-";

    @Parameters(
            paramLabel = "ID",
            description = {
                "Id of the task or tessera, from mosaic list tasks or mosaic list tesserae, or its uid, from an exception or a log.",
                "For an object, its uid from mosaic list objects: ware-..."
            })
    private String id = "";

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    DescribeCommand() {}

    @Override
    public Integer call() {
        if (id.startsWith(OBJECT)) {
            object();
            return 0;
        }
        String query = "?limit=" + MOST_CALLS + LimitOption.part("id", id);
        TasksPage tasks = cluster.get(HeadHttp.TASKS + query, TasksPage.class);
        InstancesPage tesserae = cluster.get(HeadHttp.INSTANCES + query, InstancesPage.class);
        if (tasks.tasks().isEmpty() && tesserae.tesserae().isEmpty()) {
            throw new StartException(
                    "id=" + id + " is a task or a tessera of no unit"
                            + (tasks.silent().isEmpty() ? "" : ", no answer of " + tasks.silent()),
                    "mosaic list tasks and mosaic list tesserae show the known ones; " + tasks.displaced() + " of "
                            + tasks.ended() + " tasks that have ended are forgotten");
        }
        PrintWriter out = spec.commandLine().getOut();
        for (TasksPage.TaskState each : tasks.tasks()) {
            out.print(text(each));
            lines(out, each);
        }
        for (InstancesPage.Instance each : tesserae.tesserae()) {
            out.print(text(each));
            calls(out, each.id());
        }
        out.flush();
        return 0;
    }

    private void object() {
        ObjectsPage page = cluster.get(HeadHttp.OBJECTS + "?limit=1" + LimitOption.part("id", id), ObjectsPage.class);
        if (page.objects().isEmpty()) {
            throw new StartException(
                    "object=" + id + " is not in the warehouse"
                            + (page.silent().isEmpty() ? "" : ", no answer of " + page.silent()),
                    "mosaic list objects shows the stored objects; an object is deleted with its last holder, or when it is dropped");
        }
        PrintWriter out = spec.commandLine().getOut();
        page.objects().forEach(each -> out.print(text(each)));
        out.flush();
    }

    private static String text(ObjectsPage.ObjectState object) {
        StringBuilder text = new StringBuilder();
        line(text, "object", object.uid());
        line(text, "state", object.state());
        line(text, "bytes", object.bytes() + " (" + ListObjectsCommand.size(object.bytes()) + ")");
        line(text, "tier", String.join(", ", object.tiers()));
        line(text, "unit", object.unit());
        line(text, "copies", String.join(", ", object.copies()));
        line(text, "durable", object.durable() ? "yes" : "");
        line(text, "broadcast", object.broadcast() ? "yes" : "");
        line(text, "put by", object.putter());
        line(text, "held by", String.join(", ", object.holders()));
        line(text, "inside of", object.insideOf() == 0 ? "" : object.insideOf() + " objects");
        line(text, "leases", Integer.toString(object.leases()));
        return text.toString();
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
        line(text, "ended at", task.endedAt());
        line(text, "seconds", task.startedAt().isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", task.seconds()));
        line(text, "waiting for", task.waitingFor());
        line(text, "failure", task.failure());
        line(text, "input", task.input());
        return text.toString();
    }

    private static String text(InstancesPage.Instance tessera) {
        boolean isInWorker = !tessera.unit().isEmpty();
        StringBuilder text = new StringBuilder();
        line(text, "tessera", tessera.id());
        line(text, "class", tessera.className());
        line(text, "name", tessera.name());
        line(text, "state", tessera.state());
        line(text, "reason", tessera.reason());
        line(text, "unit", tessera.unit());
        line(text, "made by", tessera.maker());
        line(text, "made at", tessera.madeAt());
        line(text, "needs", tessera.needs());
        if (isInWorker) {
            line(text, "at once", Integer.toString(tessera.concurrency()));
            line(text, "running", Integer.toString(tessera.running()));
            line(text, "queued", Integer.toString(tessera.queued()));
            line(text, "holders", Integer.toString(tessera.holders()));
            line(text, "life", Long.toString(tessera.incarnation()));
            line(text, "restarts", Integer.toString(tessera.restarts()));
        }
        return text.toString();
    }

    /** The last ones that it printed. */
    private void lines(PrintWriter out, TasksPage.TaskState task) {
        if (!LogsCommand.isInWorker(task)) {
            return;
        }
        String path = HeadHttp.lines(task.unit()) + "?limit=" + MOST_LINES + LimitOption.part("task", task.id());
        LinesPage page;
        try {
            page = cluster.get(path, LinesPage.class);
        } catch (StartException none) {
            out.println("\nwhat it printed is not known: " + none.getMessage());
            return;
        }
        if (!page.lines().isEmpty()) {
            out.println("\nprinted last:");
            page.lines().forEach(line -> out.println(LogsCommand.text(line, "", false)));
        }
    }

    private void calls(PrintWriter out, String tessera) {
        String query = "?limit=" + MOST_CALLS + LimitOption.part("tessera", tessera);
        TasksPage page = cluster.get(HeadHttp.TASKS + query, TasksPage.class);
        List<TasksPage.TaskState> calls = page.tasks();
        if (!calls.isEmpty()) {
            out.print("\n" + ListCommand.Tasks.table(calls).text(false));
        }
        if (page.matched() > calls.size()) {
            out.println(calls.size() + " of " + page.matched() + " are shown");
        }
    }

    private static void line(StringBuilder text, String fact, String value) {
        if (!value.isEmpty()) {
            text.append(String.format(Locale.ROOT, "%-13s%s%n", fact, value));
        }
    }
}
