package dev.mosaic.cli;

import dev.mosaic.headapi.EventsPage;
import dev.mosaic.headapi.HeadHttp;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mosaic events}: which units joined a cluster, left it or were lost, and why. */
@Command(
        name = "events",
        description = {
            "Shows which units joined a cluster, left it or were lost, when and why.",
            "The head keeps the last 10,000 events since its start."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class EventsCommand implements Callable<Integer> {
    @Option(names = "--kind", paramLabel = "KIND", description = "Only events of this kind: joined, left or lost.")
    private @Nullable String kind;

    @Option(
            names = {"-f", "--follow"},
            description = "Also shows new events, until you stop the command.")
    private boolean follows;

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Mixin
    private OutputOption output = new OutputOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    EventsCommand() {}

    @Override
    public Integer call() {
        EventsPage page = page(0);
        write(page);
        for (long last = page.last(); follows && !Thread.currentThread().isInterrupted(); ) {
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            EventsPage next = page(last);
            if (!next.events().isEmpty()) {
                write(next);
                last = next.last();
            }
        }
        return 0;
    }

    private EventsPage page(long after) {
        return cluster.get(HeadHttp.EVENTS + "?after=" + after, EventsPage.class);
    }

    private void write(EventsPage page) {
        List<EventsPage.Event> events = page.events().stream()
                .filter(event -> kind == null || event.kind().equalsIgnoreCase(kind))
                .toList();
        output.write(events, events.stream().map(EventsPage.Event::unit).toList(), () -> table(events));
        if (page.displaced() > 0) {
            PrintWriter errors = spec.commandLine().getErr();
            errors.println(page.displaced() + " before these are forgotten");
            errors.flush();
        }
    }

    private static Table table(List<EventsPage.Event> events) {
        Table table = new Table(4, "AT", "KIND", "UNIT", "REASON", "NODE");
        for (EventsPage.Event each : events) {
            table.row(
                    each.at(),
                    each.kind(),
                    each.unit(),
                    StatusCommand.orNone(each.reason()),
                    StatusCommand.orNone(each.node()));
        }
        return table;
    }
}
