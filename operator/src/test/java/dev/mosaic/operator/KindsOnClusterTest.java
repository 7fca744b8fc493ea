package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Crds;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Definitions are deleted while the operator runs, and come back. That deletes all objects of these kinds in all namespaces; so the test
 * begins only where there are none, and is for `make test-long PART=cluster`, where no other module's tests run beside it. Nothing runs: the
 * clusters are suspended.
 */
@Tag("long")
@Tag("cluster")
@Timeout(300)
class KindsOnClusterTest {
    private static final String READY = "/q/health/ready";
    private static final String LIVE = "/q/health/live";
    private static final Duration BACK = Duration.ofMinutes(2);
    private static final List<String> DELETED = List.of("mosaicclusters.mosaic.dev", "mosaicjobs.mosaic.dev");

    private final Cluster cluster = Cluster.any().withCrds();
    private final KubernetesClient client = cluster.client();

    @Test
    void shouldEndWhenKindsAreGoneAndStartWhenTheyAreBack() {
        mustHaveNothingToLose();
        try (TestNamespace space = cluster.namespace("kinds")) {
            try (RunningOperator operator =
                    RunningOperator.start(cluster, space.name(), Path.of("target", "kinds-operator.log"))) {
                Eventually.holds("it is ready", () -> !operator.get(READY).isEmpty());
                declare(space, "before");
                awaitServices(space, "before");

                delete(DELETED);
                Eventually.holds("it ends", BACK, operator::hasEnded);
                assertThat(operator.complaints())
                        .anyMatch(line -> line.contains("it lacks the kind Mosaic")); // the one that was gone first
            }
            try (RunningOperator next =
                    RunningOperator.start(cluster, space.name(), Path.of("target", "kinds-later-operator.log"))) {
                Eventually.holds(
                        "it names both",
                        () -> next.said(READY)
                                .contains(
                                        "MosaicCluster (mosaicclusters.mosaic.dev), MosaicJob (mosaicjobs.mosaic.dev)"));
                assertThat(next.get(READY)).as("it is not ready").isEmpty();
                assertThat(next.get(LIVE)).as("it waits").isNotEmpty();

                cluster.withCrds();
                Eventually.holds("it is ready", BACK, () -> !next.get(READY).isEmpty());
                declare(space, "after");
                awaitServices(space, "after");
                awaitJobIsSeen(space);
                assertThat(next.get(LIVE)).isNotEmpty();
            }
        } finally {
            cluster.withCrds();
        }
    }

    /** Whoever runs the tests may have clusters of their own. */
    private void mustHaveNothingToLose() {
        List<String> others = Stream.concat(
                        client.resources(MosaicCluster.class).inAnyNamespace().list().getItems().stream(),
                        client.resources(MosaicJob.class).inAnyNamespace().list().getItems().stream())
                .map(each -> each.getKind() + " " + each.getMetadata().getNamespace() + "/"
                        + each.getMetadata().getName())
                .toList();
        if (others.isEmpty()) {
            return;
        }
        String reason = "the definitions are not deleted: that would delete " + others;
        if (System.getenv().getOrDefault("CI", "").isEmpty()) {
            abort(reason);
        }
        throw new AssertionError(reason + "; where CI is set this is a failure");
    }

    private void delete(List<String> definitions) {
        definitions.forEach(each -> client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(each)
                .delete());
        Eventually.holds(
                "the definitions are gone",
                () -> definitions.stream()
                        .allMatch(each -> client.apiextensions()
                                        .v1()
                                        .customResourceDefinitions()
                                        .withName(each)
                                        .get()
                                == null));
        assertThat(Crds.NAMES).containsAll(definitions);
    }

    /** Suspended: it has Services and no pods. */
    private void declare(TestNamespace space, String name) {
        client.resource(Given.read("""
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: %s, namespace: %s}
                        spec: {suspend: true}
                        """.formatted(name, space.name()), GenericKubernetesResource.class))
                .create();
    }

    private void awaitServices(TestNamespace space, String name) {
        Eventually.holds(
                "the Service of " + name + " is there",
                BACK,
                () -> client.services()
                                .inNamespace(space.name())
                                .withName(name + "-head")
                                .get()
                        != null);
    }

    private void awaitJobIsSeen(TestNamespace space) {
        client.resource(Given.read("""
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicJob
                        metadata: {name: after, namespace: %s}
                        spec: {clusterRef: {name: nobody}, main: {className: A}}
                        """.formatted(space.name()), GenericKubernetesResource.class))
                .create();
        Eventually.holds("the job has a status", BACK, () -> {
            MosaicJob job = client.resources(MosaicJob.class)
                    .inNamespace(space.name())
                    .withName("after")
                    .get();
            return job != null && job.getStatus() != null;
        });
    }
}
