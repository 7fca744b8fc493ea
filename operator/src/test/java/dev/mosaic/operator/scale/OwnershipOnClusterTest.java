package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupSpec;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.operator.apply.ReplicaWriter;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whose replicas are, as a real API server notes it. */
@Tag("cluster")
class OwnershipOnClusterTest {
    @Test
    void shouldTakeThemFromTheOperatorAndNeverFromSomebodyElse() {
        Cluster cluster = Cluster.any();
        KubernetesClient client = cluster.client();
        try (TestNamespace space = cluster.namespace("ownership")) {
            MosaicWorkerGroup group = new MosaicWorkerGroup();
            group.setMetadata(new ObjectMetaBuilder()
                    .withName("demo-gpu")
                    .withNamespace(space.name())
                    .build());
            group.setSpec(new MosaicWorkerGroupSpec("demo", "gpu", 0));
            client.resource(group)
                    .patch(new PatchContext.Builder()
                            .withPatchType(PatchType.SERVER_SIDE_APPLY)
                            .withFieldManager("mosaic-operator")
                            .withForce(true)
                            .build());
            ReplicaWriter writer = new ReplicaWriter(client);
            assertThat(writer.scale(group, 3)).as("the operator made it").isEmpty();
            MosaicWorkerGroup made = client.resource(group).get();
            assertThat(Ownership.foreign(made)).isEmpty();
            assertThat(writer.take(made, 3)).isPresent();
            assertThat(writer.scale(group, 4).orElseThrow().getSpec())
                    .isEqualTo(new MosaicWorkerGroupSpec("demo", "gpu", 4));

            cluster.programs().run("kubectl", "scale", "mwg/demo-gpu", "--replicas=2", "-n", space.name());
            assertThat(writer.scale(group, 5)).as("somebody scaled it").isEmpty();
            MosaicWorkerGroup foreign = client.resource(group).get();
            assertThat(Ownership.foreign(foreign)).contains("kubectl");
            assertThat(writer.take(made, 5))
                    .as("it was written in the meantime")
                    .isEmpty();

            cluster.programs()
                    .run("kubectl", "annotate", "mwg/demo-gpu", "mosaic.dev/take-replicas=", "-n", space.name());
            MosaicWorkerGroup given = client.resource(group).get();
            assertThat(Ownership.isToBeTaken(given)).isTrue();
            writer.release(given, Ownership.withoutForeign(given));
            MosaicWorkerGroup ours = client.resource(group).get();
            assertThat(Ownership.foreign(ours)).isEmpty();
            assertThat(Ownership.isToBeTaken(ours)).isFalse();
            assertThat(ours.getSpec().replicas()).isEqualTo(2);
            assertThat(writer.scale(ours, 1)).isPresent();
        }
    }
}
