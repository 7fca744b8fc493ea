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
            "The output of calls in workers is not included: it goes to the program of the calls. Use mosaic logs to see it."
        },
        mixinStandardHelpOptions = true)
public final class PodLogsCommand implements Verb {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "UNIT",
            description =
                    "A unit as in mosaic status (head, warehouse:0, node:3, worker:3:0), or the name of a pod. All pods by default.")
    private @Nullable String unit;

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Option(
            names = {"-f", "--follow"},
            description = "Also prints new output, including that of new pods, until you stop the command.")
    private boolean follows;

    @Option(
            names = "--job",
            paramLabel = "NAME",
            description =
                    "Prints the output of the main of this job instead of a cluster's pods. With -f, the exit code is that of main.")
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
