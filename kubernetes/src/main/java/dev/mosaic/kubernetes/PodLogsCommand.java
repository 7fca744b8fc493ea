package dev.mosaic.kubernetes;

import dev.mosaic.cli.ClusterOption;
import dev.mosaic.cli.Verb;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mosaic pod-logs}: what the pods of a cluster on Kubernetes print. */
@Command(
        name = "pod-logs",
        description = {
            "Prints the logs of a cluster's pods. Each line begins with the pod's name if there are several pods.",
            "What calls print in workers comes to their program, not here; mosaic logs shows it."
        },
        mixinStandardHelpOptions = true)
public final class PodLogsCommand implements Verb {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "UNIT",
            description =
                    "As mosaic status names it: head, warehouse:0, node:3, worker:3:0; or a pod. All pods by default.")
    private @Nullable String unit;

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what is printed from now on, also by pods that come, until ended.")
    private boolean follows;

    @Option(
            names = "--job",
            paramLabel = "NAME",
            description = "What the main of a job prints, instead of a cluster's pods; with -f the exit code is its.")
    private @Nullable String job;

    @Option(names = "--tail", paramLabel = "N", description = "Only the last lines of each pod.")
    private int tail = -1;

    /** For {@link java.util.ServiceLoader}. */
    public PodLogsCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        if (job != null) {
            return ofJob(job);
        }
        ClusterAddress address = ClusterAddress.parse(cluster.address());
        try (Api api = Api.open(address.context())) {
            KubernetesCluster found = new KubernetesCluster(api, address);
            found.mustExist();
            Choice choice = Choice.of(found, Optional.ofNullable(unit));
            PodLogs logs =
                    new PodLogs(api, tail, choice.isOne() ? PodLogs.Prefix.NONE : PodLogs.Prefix.POD, System.out);
            if (follows) {
                logs.follow(found, choice);
            } else {
                logs.print(found.pods().stream().filter(choice::takes).toList());
            }
            return 0;
        }
    }

    private int ofJob(String name) throws InterruptedException {
        try (Api api = Api.open(cluster.context())) {
            JobRun run = new JobRun(api, cluster.namespace().orElseGet(api::namespace), name, System.out);
            if (follows) {
                return run.follow();
            }
            run.print();
            return 0;
        }
    }
}
