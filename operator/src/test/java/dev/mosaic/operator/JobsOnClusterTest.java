package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.JobPhase;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the packed operator does for jobs on a real Kubernetes where no image is had: nothing runs, but clusters and statuses are real. */
@Tag("cluster")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class JobsOnClusterTest {
    private static final String OWN = """
            clusterTemplate:
              imagePullPolicy: Never
              head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}
              warehouse: {memory: 64Mi, resources: {requests: {cpu: 10m, memory: 80Mi}}}
            """;

    private static TestNamespace space;
    private static KubernetesClient client;
    private static RunningOperator operator;

    @BeforeAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void start() {
        Cluster cluster = Cluster.any().withCrds();
        client = cluster.client();
        space = cluster.namespace("jobs");
        operator = RunningOperator.start(cluster, space.name(), Path.of("target", "jobs-operator.log"));
    }

    @AfterAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void leaveNothing() {
        if (operator != null) {
            assertThat(operator.complaints()).isEmpty();
            operator.close();
        }
        if (space != null) {
            space.close();
        }
    }

    @Test
    void shouldMakeItsOwnClusterOnlyWhileItIsNotHeld() {
        declare("held", "suspend: true\n" + OWN);
        await("held", "it is held", status -> status.is("Suspended"));
        assertThat(clusters("held")).isEmpty();

        suspend("held", false);
        await("held", "its cluster is made", status -> "held-1".equals(status.clusterName()));
        MosaicJobStatus waits = await("held", "it waits for it", status -> status.phase() == JobPhase.QUEUED);
        assertThat(waits.condition("Started").orElseThrow().message()).startsWith("MosaicCluster held-1 is not ready");

        suspend("held", true);
        Eventually.holds("its cluster is gone", () -> clusters("held").isEmpty());
        await("held", "it is held again", status -> status.is("Suspended"));
    }

    @Test
    void shouldFailAtItsStartDeadlineRemoveItsClusterAndItself() {
        declare("late", "startDeadline: 3s\nttlAfterFinished: 4s\n" + OWN);
        MosaicJobStatus failed = await("late", "it fails", status -> status.is("Failed"));
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("StartDeadlineExceeded");
        Eventually.holds("its cluster is gone", () -> clusters("late").isEmpty());
        Eventually.holds("it is gone", () -> job("late").isEmpty());
    }

    @Test
    void shouldSayWhatItWaitsForAndWhatIsNotAccepted() {
        declare("waits", "clusterRef: {name: nobody}");
        await(
                "waits",
                "it says so",
                status -> status.condition("Started")
                        .filter(each -> each.reason().equals("ClusterNotFound"))
                        .isPresent());
        declare("wrong", """
                clusterRef: {name: nobody}
                main:
                  className: A
                  template: {spec: {restartPolicy: Always}}""");
        await(
                "wrong",
                "it is not accepted",
                status -> status.condition("Accepted")
                        .filter(each -> each.message().contains("restartPolicy is the operator's own"))
                        .isPresent());
        declare("foreign", "clusterRef: {name: nobody}\nmanagedBy: kueue.x-k8s.io/multikueue");
        declare("after", "clusterRef: {name: nobody}");
        await("after", "who comes later is seen", status -> status.phase() == JobPhase.QUEUED);
        assertThat(job("foreign").orElseThrow().getStatus())
                .as("that is somebody else's")
                .isNull();
    }

    private static void declare(String name, String spec) {
        String whole = spec.contains("main:") ? spec : spec + "\nmain: {className: A}";
        client.resource(Given.read(
                        """
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicJob
                        metadata: {name: %s, namespace: %s}
                        spec:
                        """.formatted(name, space.name()) + whole.indent(2), GenericKubernetesResource.class))
                .create();
    }

    private static void suspend(String name, boolean held) {
        client.resources(MosaicJob.class)
                .inNamespace(space.name())
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"suspend\": " + held + "}}");
    }

    private static Optional<MosaicJob> job(String name) {
        return Optional.ofNullable(client.resources(MosaicJob.class)
                .inNamespace(space.name())
                .withName(name)
                .get());
    }

    private static MosaicJobStatus await(String name, String what, Predicate<MosaicJobStatus> is) {
        return Eventually.present(
                what,
                () -> job(name)
                        .flatMap(each -> Optional.ofNullable(each.getStatus()))
                        .filter(is));
    }

    /** Those of a job that nobody has deleted. */
    private static List<MosaicCluster> clusters(String job) {
        return client
                .resources(MosaicCluster.class)
                .inNamespace(space.name())
                .withLabel("mosaic.dev/job", job)
                .list()
                .getItems()
                .stream()
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }
}
