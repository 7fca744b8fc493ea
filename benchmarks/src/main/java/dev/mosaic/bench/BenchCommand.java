package dev.mosaic.bench;

import dev.mosaic.cli.Verb;
import dev.mosaic.cli.Version;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mosaic bench}: measures this machine, one JSON line a workload. */
@Command(
        name = "bench",
        description = {
            "Runs the workloads of the side-by-side comparison in clusters of its own on this machine, and prints one JSON line for each.",
            "PEERS_QUICK=1 in the environment is the same as --quick."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class BenchCommand implements Verb {
    @Option(names = "--round", paramLabel = "N", description = "The number of the round, for the lines. 1 unless said.")
    private int round = 1;

    @Option(
            names = "--only",
            paramLabel = "START",
            split = ",",
            description = "Only the workloads whose names begin so, such as actor_call,task_sync.")
    private List<String> only = List.of();

    @Option(
            names = "--skip",
            paramLabel = "START",
            split = ",",
            description = "Not the workloads whose names begin so.")
    private List<String> skip = List.of();

    @Option(names = "--quick", description = "Small sizes: a smoke test, the figures mean nothing.")
    private boolean quick;

    /** For {@link java.util.ServiceLoader}. */
    public BenchCommand() {}

    @Override
    public Integer call() {
        boolean small =
                quick || System.getenv().getOrDefault("PEERS_QUICK", "0").equals("1");
        Bench bench =
                new Bench(new Choice(only, skip), small ? Sizes.QUICK : Sizes.FULL, round, Version.text(), System.out);
        return bench.run() ? 0 : 1;
    }
}
