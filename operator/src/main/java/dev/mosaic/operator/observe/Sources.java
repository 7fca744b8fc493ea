package dev.mosaic.operator.observe;

import dev.mosaic.crd.ClusterReference;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.Tessera;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.Programs;
import dev.mosaic.operator.desired.Role;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is watched: only what has the operator's label. */
public final class Sources {
    /** What a cluster owns beside pods, Secrets, the claim of its volume and its groups. */
    static final List<Class<? extends HasMetadata>> SETTINGS =
            List.of(ServiceAccount.class, Service.class, PodDisruptionBudget.class, NetworkPolicy.class);

    /** All that is watched beside the kinds of Mosaic. */
    public static final List<Class<? extends HasMetadata>> WATCHED = Stream.concat(
                    SETTINGS.stream(), Stream.of(Pod.class, Secret.class, PersistentVolumeClaim.class))
            .toList();

    private Sources() {}

    /** What a cluster is reconciled for. */
    public static List<EventSource<?, MosaicCluster>> ofCluster(EventSourceContext<MosaicCluster> context) {
        List<EventSource<?, MosaicCluster>> sources = new ArrayList<>();
        SETTINGS.forEach(kind -> sources.add(owned(kind, context)));
        sources.add(owned(Secret.class, Kept.KEYS, context));
        sources.add(owned(MosaicWorkerGroup.class, Kept.OWNED_GROUPS, context));
        sources.add(
                labelled(PersistentVolumeClaim.class, Labels.SELECTOR + "," + Labels.CLUSTER, Kept.CLAIMS, context));
        sources.add(source(
                InformerEventSourceConfiguration.from(Pod.class, MosaicCluster.class)
                        .withLabelSelector(Labels.SELECTOR + "," + Labels.ROLE + " in (" + Role.HEAD.label() + ","
                                + Role.WAREHOUSE.label() + ")"),
                Kept.PODS,
                context));
        return sources;
    }

    /** What a group is reconciled for. */
    public static List<EventSource<?, MosaicWorkerGroup>> ofGroup(EventSourceContext<MosaicWorkerGroup> context) {
        EventSource<?, MosaicWorkerGroup> pods = source(
                InformerEventSourceConfiguration.from(Pod.class, MosaicWorkerGroup.class)
                        .withLabelSelector(Labels.SELECTOR + "," + Labels.ROLE + "=" + Role.WORKER.label()),
                Kept.PODS,
                context);
        EventSource<?, MosaicWorkerGroup> clusters = source(
                InformerEventSourceConfiguration.from(MosaicCluster.class, MosaicWorkerGroup.class)
                        .withSecondaryToPrimaryMapper(Sources::groups)
                        .withPrimaryToSecondaryMapper(Sources::clusterOf),
                Kept.CLUSTERS_OF_GROUPS,
                context);
        return List.of(pods, clusters, keys(context));
    }

    /** Those that all pods of a group mount; where they are the user's own, they are asked for. */
    private static EventSource<Secret, MosaicWorkerGroup> keys(EventSourceContext<MosaicWorkerGroup> context) {
        return source(
                InformerEventSourceConfiguration.from(Secret.class, MosaicWorkerGroup.class)
                        .withLabelSelector(Labels.SELECTOR)
                        .withSecondaryToPrimaryMapper(secret -> groups(secret, context.getPrimaryCache()))
                        .withPrimaryToSecondaryMapper((MosaicWorkerGroup group) -> Set.of(new ResourceID(
                                Names.keys(group.getSpec().clusterName()),
                                group.getMetadata().getNamespace()))),
                Kept.KEYS,
                context);
    }

    private static Set<ResourceID> groups(Secret secret, IndexerResourceCache<MosaicWorkerGroup> groups) {
        String name = secret.getMetadata().getName();
        return groups.list(secret.getMetadata().getNamespace())
                .filter(each -> Names.keys(each.getSpec().clusterName()).equals(name))
                .map(ResourceID::fromResource)
                .collect(Collectors.toSet());
    }

    /** What a job is reconciled for. */
    public static List<EventSource<?, MosaicJob>> ofJob(EventSourceContext<MosaicJob> context) {
        EventSource<?, MosaicJob> pods = source(
                InformerEventSourceConfiguration.from(Pod.class, MosaicJob.class)
                        .withLabelSelector(Labels.SELECTOR + "," + Labels.JOB),
                Kept.PODS,
                context);
        EventSource<?, MosaicJob> clusters = source(
                InformerEventSourceConfiguration.from(MosaicCluster.class, MosaicJob.class)
                        .withSecondaryToPrimaryMapper(cluster -> jobs(cluster, context.getPrimaryCache()))
                        .withPrimaryToSecondaryMapper(Sources::clustersOf),
                Kept.WHOLE_CLUSTERS,
                context);
        return List.of(pods, clusters);
    }

    /** What a tessera is reconciled for, beside what heads say. */
    public static List<EventSource<?, Tessera>> ofTessera(EventSourceContext<Tessera> context) {
        return List.of(source(
                InformerEventSourceConfiguration.from(MosaicCluster.class, Tessera.class)
                        .withSecondaryToPrimaryMapper(cluster -> tesserae(cluster, context.getPrimaryCache()))
                        .withPrimaryToSecondaryMapper((Tessera tessera) -> Set.of(new ResourceID(
                                tessera.getSpec().clusterRef().name(),
                                tessera.getMetadata().getNamespace()))),
                Kept.WHOLE_CLUSTERS,
                context));
    }

    private static Set<ResourceID> tesserae(MosaicCluster cluster, IndexerResourceCache<Tessera> tesserae) {
        String name = cluster.getMetadata().getName();
        return tesserae.list(cluster.getMetadata().getNamespace())
                .filter(each -> each.getSpec().clusterRef().name().equals(name))
                .map(ResourceID::fromResource)
                .collect(Collectors.toSet());
    }

    /** Those that name it, and the one that owns it. */
    private static Set<ResourceID> jobs(MosaicCluster cluster, IndexerResourceCache<MosaicJob> jobs) {
        String owner = cluster.getMetadata().getLabels() == null
                ? null
                : cluster.getMetadata().getLabels().get(Labels.JOB);
        String name = cluster.getMetadata().getName();
        return jobs.list(cluster.getMetadata().getNamespace())
                .filter(each -> each.getMetadata().getName().equals(owner)
                        || name.equals(Optional.ofNullable(each.getSpec().clusterRef())
                                .map(ClusterReference::name)
                                .orElse("")))
                .map(ResourceID::fromResource)
                .collect(Collectors.toSet());
    }

    /** The one that it names, or those that may be its own. */
    private static Set<ResourceID> clustersOf(MosaicJob job) {
        String namespace = job.getMetadata().getNamespace();
        ClusterReference named = job.getSpec().clusterRef();
        if (named != null) {
            return Set.of(new ResourceID(named.name(), namespace));
        }
        MosaicJobStatus status = Objects.requireNonNullElse(job.getStatus(), MosaicJobStatus.NONE);
        Set<String> names = new HashSet<>();
        status.attempts()
                .forEach(each -> Optional.ofNullable(each.clusterName()).ifPresent(names::add));
        Optional.ofNullable(status.clusterName()).ifPresent(names::add);
        names.add(Programs.clusterName(job, Math.max(1, status.attemptCount())));
        names.add(Programs.clusterName(job, status.attemptCount() + 1));
        return names.stream().map(name -> new ResourceID(name, namespace)).collect(Collectors.toSet());
    }

    private static <R extends HasMetadata> EventSource<R, MosaicCluster> owned(
            Class<R> kind, EventSourceContext<MosaicCluster> context) {
        return owned(kind, Kept.hashOf(), context);
    }

    private static <R extends HasMetadata> EventSource<R, MosaicCluster> owned(
            Class<R> kind, Kept<R> kept, EventSourceContext<MosaicCluster> context) {
        return source(
                InformerEventSourceConfiguration.from(kind, MosaicCluster.class).withLabelSelector(Labels.SELECTOR),
                kept,
                context);
    }

    private static <R extends HasMetadata, P extends HasMetadata> EventSource<R, P> source(
            InformerEventSourceConfiguration.Builder<R> said, Kept<R> kept, EventSourceContext<P> context) {
        return new InformerEventSource<>(
                new OwnStores<>(said.withOnUpdateFilter(kept.news()).build(), kept), context);
    }

    /** What has the label of its cluster: nobody may own it. */
    private static <R extends HasMetadata> EventSource<R, MosaicCluster> labelled(
            Class<R> kind, String selector, Kept<R> kept, EventSourceContext<MosaicCluster> context) {
        return source(
                InformerEventSourceConfiguration.from(kind, MosaicCluster.class)
                        .withLabelSelector(selector)
                        .withSecondaryToPrimaryMapper(object -> Set.of(new ResourceID(
                                object.getMetadata().getLabels().get(Labels.CLUSTER),
                                object.getMetadata().getNamespace()))),
                kept,
                context);
    }

    private static Set<ResourceID> groups(MosaicCluster cluster) {
        return cluster.getSpec().workerGroups().stream()
                .map(each -> new ResourceID(
                        Names.group(cluster.getMetadata().getName(), each.name()),
                        cluster.getMetadata().getNamespace()))
                .collect(Collectors.toSet());
    }

    private static Set<ResourceID> clusterOf(MosaicWorkerGroup group) {
        return Set.of(new ResourceID(
                group.getSpec().clusterName(), group.getMetadata().getNamespace()));
    }
}
