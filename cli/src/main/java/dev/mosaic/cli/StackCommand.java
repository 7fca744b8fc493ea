package dev.mosaic.cli;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.StatusPage;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic stack}: where the code of workers is. */
@Command(
        name = "stack",
        description = {
            "Shows which code runs in workers: the stack of each thread that runs a call.",
            "mosaic list tasks --state running shows the tasks and how long they have run."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class StackCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "UNIT", description = "One worker, such as worker:0:1; all by default.")
    private @Nullable String unit;

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    StackCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        for (String each : unit == null ? workers() : List.of(unit)) {
            out.println(each + ":");
            out.println(cluster.text(HeadHttp.stack(each)));
        }
        out.flush();
        return 0;
    }

    private List<String> workers() {
        return cluster.get(HeadHttp.STATUS, StatusPage.class).units().stream()
                .filter(each -> each.kind().equals(StatusPage.WORKER))
                .map(StatusPage.UnitState::uid)
                .toList();
    }
}
