package dev.mosaic.kubernetes;

import dev.mosaic.cli.ClusterOption;
import dev.mosaic.cli.Verb;
import dev.mosaic.crd.JobPhase;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code mosaic jobs}: which jobs there are, and how far they are. */
@Command(
        name = "jobs",
        description = {
            "Lists the jobs of a namespace, or of one cluster in it, the newest first.",
            "kubectl describe mj/NAME shows all details of a job; kubectl delete mj/NAME ends it."
        },
        mixinStandardHelpOptions = true)
public final class JobsCommand implements Verb {
    private static final String ROW = "%-36s  %-9s  %-40s  %8s  %8s  %6s  %s%n";

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    /** For {@link java.util.ServiceLoader}. */
    public JobsCommand() {}

    @Override
    public Integer call() {
        try (Api api = Api.open(cluster.context())) {
            String namespace = cluster.namespace().orElseGet(api::namespace);
            List<MosaicJob> jobs = api
                    .ask(
                            "listing the jobs in namespace=" + namespace,
                            "list mosaicjobs",
                            client -> client.resources(MosaicJob.class)
                                    .inNamespace(namespace)
                                    .list()
                                    .getItems())
                    .stream()
                    .filter(each -> cluster.name().isEmpty()
                            || cluster.name()
                                    .equals(Optional.ofNullable(status(each).clusterName())))
                    .sorted(Comparator.comparing(
                                    (MosaicJob each) -> each.getMetadata().getCreationTimestamp())
                            .reversed())
                    .toList();
            System.out.printf(Locale.ROOT, ROW, "JOB", "PHASE", "CLUSTER", "ATTEMPTS", "FAILURES", "AGE", "MAIN");
            Instant now = Instant.now();
            jobs.forEach(each -> print(each, now));
            return 0;
        }
    }

    private static void print(MosaicJob job, Instant now) {
        MosaicJobStatus status = status(job);
        String phase =
                Objects.requireNonNullElse(status.phase(), JobPhase.PENDING).name();
        System.out.printf(
                Locale.ROOT,
                ROW,
                job.getMetadata().getName(),
                phase.charAt(0) + phase.substring(1).toLowerCase(Locale.ROOT),
                Objects.requireNonNullElse(status.clusterName(), ""),
                status.attemptCount(),
                status.failures(),
                age(Duration.between(Instant.parse(job.getMetadata().getCreationTimestamp()), now)),
                job.getSpec().main().className());
    }

    private static MosaicJobStatus status(MosaicJob job) {
        return Objects.requireNonNullElse(job.getStatus(), MosaicJobStatus.NONE);
    }

    private static String age(Duration age) {
        return age.toDays() > 0
                ? age.toDays() + "d"
                : age.toHours() > 0
                        ? age.toHours() + "h"
                        : age.toMinutes() > 0 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
    }
}
