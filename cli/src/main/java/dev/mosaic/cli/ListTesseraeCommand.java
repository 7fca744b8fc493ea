package dev.mosaic.cli;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.InstancesPage;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mosaic list tesserae}. */
@Command(
        name = "tesserae",
        description = "Lists the tesserae of a cluster with their workers, and the calls that run and wait in each.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ListTesseraeCommand implements Callable<Integer> {
    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only tesserae in this state: pending, listening, moving, passive, failed or stopped.")
    private @Nullable String state;

    @Option(
            names = "--name",
            paramLabel = "TEXT",
            description = "Only tesserae whose name, or whose class, contains this text.")
    private @Nullable String name;

    @Option(names = "--unit", paramLabel = "UID", description = "Only tesserae in this worker.")
    private @Nullable String unit;

    @Mixin
    private LimitOption limit = new LimitOption();

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Mixin
    private OutputOption output = new OutputOption();

    ListTesseraeCommand() {}

    @Override
    public Integer call() {
        String path = HeadHttp.INSTANCES
                + limit.query()
                + LimitOption.part("state", state)
                + LimitOption.part("name", name)
                + LimitOption.part("unit", unit);
        InstancesPage page = cluster.get(path, InstancesPage.class);
        List<InstancesPage.Instance> tesserae = page.tesserae();
        output.write(tesserae, tesserae.stream().map(InstancesPage.Instance::id).toList(), () -> table(tesserae));
        limit.note(tesserae.size(), page.matched(), "--state, --name", page.silent(), "their tesserae are", List.of());
        return 0;
    }

    private static Table table(List<InstancesPage.Instance> tesserae) {
        Table table = new Table(
                8,
                "TESSERA",
                "CLASS",
                "NAME",
                "STATE",
                "UNIT",
                "RUNNING",
                "QUEUED",
                "REASON",
                "NEEDS",
                "HOLDERS",
                "RESTARTS",
                "MADE BY",
                "MADE AT");
        for (InstancesPage.Instance each : tesserae) {
            table.row(
                    each.id(),
                    StatusCommand.orNone(each.className()),
                    StatusCommand.orNone(each.name()),
                    each.state(),
                    StatusCommand.orNone(each.unit()),
                    Integer.toString(each.running()),
                    Integer.toString(each.queued()),
                    StatusCommand.orNone(Table.firstLine(each.reason())),
                    StatusCommand.orNone(each.needs()),
                    Integer.toString(each.holders()),
                    Integer.toString(each.restarts()),
                    StatusCommand.orNone(each.maker()),
                    each.madeAt());
        }
        return table;
    }
}
