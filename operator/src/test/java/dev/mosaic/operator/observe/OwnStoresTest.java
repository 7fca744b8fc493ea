package dev.mosaic.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnStoresTest {
    private static final InformerEventSourceConfiguration<Secret> SAID = InformerEventSourceConfiguration.from(
                    Secret.class, MosaicCluster.class)
            .withName("keys")
            .withLabelSelector("a=b")
            .withNamespaces(Set.of("team-a", "team-b"))
            .withOnUpdateFilter(Kept.KEYS.news())
            .withSecondaryToPrimaryMapper(_ -> Set.of(new ResourceID("demo", "team-a")))
            .withPrimaryToSecondaryMapper((MosaicCluster _) -> Set.of(new ResourceID("demo-keys", "team-a")))
            .build();

    private final InformerEventSourceConfiguration<Secret> own = new OwnStores<>(SAID, Kept.KEYS);

    /** The informer of another namespace lists nothing of this one, and would remove it from a store of both. */
    @Test
    void shouldGiveEachInformerAStoreOfItsOwn() {
        ItemStore<Secret> one = own.getInformerConfig().getItemStore();
        ItemStore<Secret> other = own.getInformerConfig().getItemStore();
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName("demo-keys")
                .withNamespace("team-a")
                .addNewManagedField()
                .withManager("kubectl")
                .endManagedField()
                .endMetadata()
                .build();
        one.put("team-a/demo-keys", secret);
        assertThat(one.keySet()).containsExactly("team-a/demo-keys");
        assertThat(one.get("team-a/demo-keys").getMetadata().getManagedFields())
                .as("it is reduced")
                .isEmpty();
        assertThat(other.keySet()).isEmpty();
    }

    @Test
    void shouldLeaveAllElseAsItWasSaid() {
        assertThat(own.getInformerConfig())
                .usingRecursiveComparison()
                .ignoringFields("kept", "builder", "itemStore")
                .isEqualTo(SAID.getInformerConfig());
        assertThat(own.getSecondaryToPrimaryMapper()).isSameAs(SAID.getSecondaryToPrimaryMapper());
        assertThat(own.<MosaicCluster>getPrimaryToSecondaryMapper()).isSameAs(SAID.getPrimaryToSecondaryMapper());
        assertThat(own.name()).isEqualTo(SAID.name());
        assertThat(own.followControllerNamespaceChanges()).isEqualTo(SAID.followControllerNamespaceChanges());
        assertThat(own.getResourceClass()).isEqualTo(Secret.class);
        assertThat(own.getGroupVersionKind()).isEqualTo(SAID.getGroupVersionKind());
        assertThat(own.getKubernetesClient()).isEqualTo(SAID.getKubernetesClient());
    }
}
