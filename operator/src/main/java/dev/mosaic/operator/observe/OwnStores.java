package dev.mosaic.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Optional;

/**
 * What an event source is told, with a store of its own for each of its informers. The Java Operator SDK has one informer for each namespace
 * that is watched, and asks once for each of them which store to use. One store for several would be wrong: each informer removes from its
 * store what it does not find in its own namespace.
 */
final class OwnStores<R extends HasMetadata> implements InformerEventSourceConfiguration<R> {
    private final InformerEventSourceConfiguration<R> said;
    private final InformerConfiguration<R> informers;

    OwnStores(InformerEventSourceConfiguration<R> said, Kept<R> kept) {
        this.said = said;
        this.informers = new Informers<>(said.getInformerConfig(), kept);
    }

    @Override
    public InformerConfiguration<R> getInformerConfig() {
        return informers;
    }

    @Override
    public SecondaryToPrimaryMapper<R> getSecondaryToPrimaryMapper() {
        return said.getSecondaryToPrimaryMapper();
    }

    @Override
    public <P extends HasMetadata> PrimaryToSecondaryMapper<P> getPrimaryToSecondaryMapper() {
        return said.getPrimaryToSecondaryMapper();
    }

    @Override
    public Optional<GroupVersionKind> getGroupVersionKind() {
        return said.getGroupVersionKind();
    }

    @Override
    public Optional<KubernetesClient> getKubernetesClient() {
        return said.getKubernetesClient();
    }

    private static final class Informers<R extends HasMetadata> extends InformerConfiguration<R> {
        private final Kept<R> kept;

        Informers(InformerConfiguration<R> said, Kept<R> kept) {
            super(
                    said.getResourceClass(),
                    said.getName(),
                    said.getNamespaces(),
                    said.getFollowControllerNamespaceChanges(),
                    said.getLabelSelector(),
                    said.getOnAddFilter(),
                    said.getOnUpdateFilter(),
                    said.getOnDeleteFilter(),
                    said.getGenericFilter(),
                    null,
                    said.getInformerListLimit(),
                    said.getFieldSelector(),
                    said.isComparableResourceVersions(),
                    said.getGhostResourceCacheCheckInterval());
            this.kept = kept;
        }

        /** Another one each time. */
        @Override
        public ItemStore<R> getItemStore() {
            return kept.store();
        }
    }
}
