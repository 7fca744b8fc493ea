package dev.mosaic.cli;

import dev.mosaic.head.ClusterPages;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.http.Json;
import dev.mosaic.message.Resources;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mosaic status}: what a cluster consists of, and what waits for a place. */
@Command(
        name = "status",
        description =
                "Shows the units of a cluster with their load, and the tesserae and tasks that find no place, with the reason.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Option(names = "--json", description = "Prints one JSON object, for programs.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    StatusCommand() {}

    @Override
    public Integer call() {
        StatusPage page = cluster.get(HeadHttp.STATUS, StatusPage.class);
        PrintWriter out = spec.commandLine().getOut();
        out.print(isJson ? Json.text(page) + "\n" : text(page));
        out.flush();
        return 0;
    }

    /** Two tables: units, and demand where there is some. */
    static String text(StatusPage page) {
        Table units = Table.of("UNIT", "NODE", "TESSERAE", "RUNNING", "QUEUED", "USED", "OFFERED");
        for (StatusPage.UnitState unit : page.units()) {
            units.row(
                    unit.uid(),
                    orNone(unit.node()),
                    Integer.toString(unit.tesserae()),
                    Integer.toString(unit.running()),
                    Integer.toString(unit.queued()),
                    used(unit),
                    offered(unit));
        }
        if (page.demand().isEmpty()) {
            return units.text(true);
        }
        Table demand = Table.of("WAITING", "NEEDS", "FOR", "REASON");
        for (StatusPage.Waiting each : page.demand()) {
            Resources needs = ClusterPages.resources(each.needs());
            demand.row(
                    Integer.toString(each.count()),
                    needs.isNone() ? "a worker" : needs.toString(),
                    (long) each.waitingSeconds() + " s",
                    each.reason());
        }
        return units.text(true) + "\n" + demand.text(true);
    }

    static String orNone(String text) {
        return text.isEmpty() ? "-" : text;
    }

    /** Of a node. */
    static String used(StatusPage.UnitState unit) {
        return isNode(unit) ? amounts(unit.used()) : "-";
    }

    /** By a node; a worker's devices. */
    static String offered(StatusPage.UnitState unit) {
        if (isNode(unit)) {
            return amounts(unit.offered());
        }
        return unit.gpus().isEmpty() ? "-" : "gpus " + String.join(",", unit.gpus());
    }

    private static boolean isNode(StatusPage.UnitState unit) {
        return unit.kind().equals(StatusPage.NODE);
    }

    private static String amounts(ClusterPage.Amounts amounts) {
        return ClusterPages.resources(amounts).toString();
    }
}
