package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A quota that the warehouse's pod exceeds. */
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class QuotaOnClusterTest {
    @Test
    void shouldSayWhyTheWarehouseHasNoPodAndGoOnWhenItMay() {
        Cluster cluster = Cluster.any().withCrds();
        KubernetesClient client = cluster.client();
        try (TestNamespace space = cluster.namespace("quota");
                RunningOperator operator =
                        RunningOperator.start(cluster, space.name(), Path.of("target", "operator-quota.log"))) {
            client.resource(new ResourceQuotaBuilder()
                            .withNewMetadata()
                            .withName("small")
                            .withNamespace(space.name())
                            .endMetadata()
                            .withNewSpec()
                            .addToHard("requests.memory", new Quantity("128Mi"))
                            .endSpec()
                            .build())
                    .create();
            Eventually.holds(
                    "the quota counts",
                    () -> client.resourceQuotas()
                                    .inNamespace(space.name())
                                    .withName("small")
                                    .get()
                                    .getStatus()
                                    .getHard()
                            != null);
            client.resource(Given.read("""
                            apiVersion: mosaic.dev/v1alpha1
                            kind: MosaicCluster
                            metadata: {name: demo, namespace: %s}
                            spec:
                              imagePullPolicy: Never
                              head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}
                              warehouse: {memory: 64Mi, resources: {requests: {cpu: 10m, memory: 256Mi}}}
                            """.formatted(space.name()), GenericKubernetesResource.class))
                    .create();

            Eventually.holds(
                    "the status says the quota",
                    () -> condition(client, space, "Degraded")
                            .filter(each -> each.reason().equals("WriteRefused")
                                    && each.message().contains("exceeded quota: small"))
                            .isPresent());

            client.resourceQuotas().inNamespace(space.name()).withName("small").delete();
            Eventually.holds(
                    "it says what else it waits for",
                    () -> condition(client, space, "WarehouseReady")
                            .filter(each -> each.message().contains("ErrImageNeverPull"))
                            .isPresent());
            assertThat(operator.complaints()).isEmpty();
        }
    }

    private static Optional<Condition> condition(KubernetesClient client, TestNamespace space, String type) {
        MosaicCluster now = client.resources(MosaicCluster.class)
                .inNamespace(space.name())
                .withName("demo")
                .get();
        return Optional.ofNullable(now.getStatus()).flatMap(status -> status.condition(type));
    }
}
