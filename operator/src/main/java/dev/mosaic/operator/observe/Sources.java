package dev.mosaic.operator.observe;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.Role;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What is watched: only what has the operator's label. */
public final class Sources {
    /** What a cluster owns beside pods, Secrets, its StatefulSet and its groups. */
    static final List<Class<? extends HasMetadata>> SETTINGS =
            List.of(ServiceAccount.class, Service.class, PodDisruptionBudget.class, NetworkPolicy.class);

    private Sources() {}

    /** What a cluster is reconciled for. */
    public static List<EventSource<?, MosaicCluster>> ofCluster(EventSourceContext<MosaicCluster> context) {
        List<EventSource<?, MosaicCluster>> sources = new ArrayList<>();
        SETTINGS.forEach(kind -> sources.add(owned(kind, context)));
        sources.add(owned(StatefulSet.class, context));
        sources.add(owned(Secret.class, context));
        sources.add(owned(MosaicWorkerGroup.class, context));
        sources.add(pods(context));
        return sources;
    }

    /** What a group is reconciled for. */
    public static List<EventSource<?, MosaicWorkerGroup>> ofGroup(EventSourceContext<MosaicWorkerGroup> context) {
        EventSource<?, MosaicWorkerGroup> pods = new InformerEventSource<>(
                InformerEventSourceConfiguration.from(Pod.class, MosaicWorkerGroup.class)
                        .withLabelSelector(Labels.SELECTOR + "," + Labels.ROLE + "=" + Role.WORKER.label())
                        .build(),
                context);
        EventSource<?, MosaicWorkerGroup> clusters = new InformerEventSource<>(
                InformerEventSourceConfiguration.from(MosaicCluster.class, MosaicWorkerGroup.class)
                        .withSecondaryToPrimaryMapper(Sources::groups)
                        .withPrimaryToSecondaryMapper(Sources::clusterOf)
                        .build(),
                context);
        return List.of(pods, clusters);
    }

    private static <R extends HasMetadata> EventSource<R, MosaicCluster> owned(
            Class<R> kind, EventSourceContext<MosaicCluster> context) {
        return new InformerEventSource<>(
                InformerEventSourceConfiguration.from(kind, MosaicCluster.class)
                        .withLabelSelector(Labels.SELECTOR)
                        .build(),
                context);
    }

    /** Those of head and warehouse; the latter's are owned by its StatefulSet. */
    private static EventSource<Pod, MosaicCluster> pods(EventSourceContext<MosaicCluster> context) {
        return new InformerEventSource<>(
                InformerEventSourceConfiguration.from(Pod.class, MosaicCluster.class)
                        .withLabelSelector(Labels.SELECTOR + "," + Labels.ROLE + " in (" + Role.HEAD.label() + ","
                                + Role.WAREHOUSE.label() + ")")
                        .withSecondaryToPrimaryMapper(pod -> Set.of(new ResourceID(
                                Pods.label(pod, Labels.CLUSTER),
                                pod.getMetadata().getNamespace())))
                        .build(),
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
