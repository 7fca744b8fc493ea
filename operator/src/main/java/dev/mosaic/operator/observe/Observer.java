package dev.mosaic.operator.observe;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.ClusterReference;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.ObjectStoreSpec;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraSpec;
import dev.mosaic.crd.TesseraStatus;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.Role;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.HeadTessera;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what there is.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> memory only, but for a user's own Secrets and what is called live: one request each.
 */
public final class Observer {
    private final KubernetesClient client;
    private final Optional<String> operatorsImage;
    private final InstantSource clock;

    public Observer(KubernetesClient client, Optional<String> operatorsImage, InstantSource clock) {
        this.client = client;
        this.operatorsImage = operatorsImage;
        this.clock = clock;
    }

    /** A cluster and all that it owns but the pods of its groups. */
    public ClusterSnapshot cluster(MosaicCluster cluster, Context<MosaicCluster> context) {
        List<HasMetadata> settings = new ArrayList<>();
        Sources.SETTINGS.forEach(kind -> context.getSecondaryResources(kind).stream()
                .filter(each -> owns(cluster, each))
                .forEach(settings::add));
        List<Pod> pods = List.copyOf(context.getSecondaryResources(Pod.class));
        return new ClusterSnapshot(
                cluster,
                heads(cluster, pods),
                settings,
                context.getSecondaryResources(StatefulSet.class).stream()
                        .filter(each -> owns(cluster, each))
                        .findFirst(),
                pods.stream()
                        .filter(each -> Pods.label(each, Labels.ROLE).equals(Role.WAREHOUSE.label()))
                        .toList(),
                context.getSecondaryResources(MosaicWorkerGroup.class).stream()
                        .filter(each -> owns(cluster, each))
                        .toList(),
                keys(cluster, context),
                secret(context, Names.authority(cluster.getMetadata().getName()), cluster),
                secrets(cluster),
                operatorsImage,
                clock.instant());
    }

    /** A group, what its cluster says, and its pods. */
    public GroupSnapshot group(MosaicWorkerGroup group, Context<MosaicWorkerGroup> context) {
        Optional<ClusterSnapshot> cluster = context.getSecondaryResource(MosaicCluster.class)
                .filter(each -> owns(each, group))
                .map(each -> specOf(each, context.getSecondaryResource(Secret.class)));
        List<Pod> pods = context.getSecondaryResources(Pod.class).stream()
                .filter(each -> owns(group, each))
                .toList();
        return new GroupSnapshot(group, cluster, pods, Optional.empty(), clock.instant());
    }

    /** A job, its clusters and its pods. */
    public JobSnapshot job(MosaicJob job, Context<MosaicJob> context) {
        ClusterReference named = job.getSpec().clusterRef();
        List<MosaicCluster> clusters = context.getSecondaryResources(MosaicCluster.class).stream()
                .filter(each -> named == null
                        ? owns(job, each)
                        : each.getMetadata().getName().equals(named.name()))
                .toList();
        List<Pod> pods = context.getSecondaryResources(Pod.class).stream()
                .filter(each -> owns(job, each))
                .toList();
        return new JobSnapshot(job, clusters, pods, operatorsImage, clock.instant());
    }

    /** A tessera, its cluster, what the head says, and jars that are in ConfigMaps. */
    public TesseraSnapshot tessera(Tessera tessera, Context<Tessera> context, HeadTesserae heads) {
        String namespace = tessera.getMetadata().getNamespace();
        Optional<MosaicCluster> cluster = context.getSecondaryResource(MosaicCluster.class)
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null);
        HeadTesserae.Look look = cluster.map(
                        each -> heads.look(each, tessera.getMetadata().getName()))
                .orElseGet(() -> new HeadTesserae.Look(Optional.of("there is no cluster"), 0, Optional.empty()));
        return new TesseraSnapshot(
                tessera,
                cluster,
                contents(namespace, tessera.getSpec()),
                look.why(),
                look.epoch(),
                look.said(),
                look.said().flatMap(each -> pod(tessera, each)),
                clock.instant());
    }

    /** The pod with the address of the worker's node; that which is known already while the worker is the same. */
    private Optional<String> pod(Tessera tessera, HeadTessera said) {
        TesseraStatus before = tessera.getStatus();
        if (said.host().isEmpty()) {
            return Optional.empty();
        }
        if (before != null && said.worker().equals(before.worker()) && before.pod() != null) {
            return Optional.of(before.pod());
        }
        return client
                .pods()
                .inNamespace(tessera.getMetadata().getNamespace())
                .withLabel(Labels.CLUSTER, tessera.getSpec().clusterRef().name())
                .withLabel(Labels.ROLE, Role.WORKER.label())
                .list()
                .getItems()
                .stream()
                .filter(each -> said.host().equals(each.getStatus().getPodIP()))
                .map(Pods::name)
                .findFirst();
    }

    private Map<String, String> contents(String namespace, TesseraSpec spec) {
        Map<String, String> contents = new HashMap<>();
        for (ArtifactSpec each : spec.code().artifacts()) {
            if (each.scheme() == ArtifactSpec.Scheme.CONFIGMAP) {
                ConfigMap found = client.configMaps()
                        .inNamespace(namespace)
                        .withName(each.place())
                        .get();
                content(found, each.path()).ifPresent(content -> contents.put(each.uri(), content));
            }
        }
        return contents;
    }

    private static Optional<String> content(@Nullable ConfigMap map, String key) {
        if (map == null) {
            return Optional.empty();
        }
        String binary = map.getBinaryData() == null ? null : map.getBinaryData().get(key);
        String text = map.getData() == null ? null : map.getData().get(key);
        return binary != null
                ? Optional.of(binary)
                : Optional.ofNullable(text)
                        .map(each -> Base64.getEncoder().encodeToString(each.getBytes(StandardCharsets.UTF_8)));
    }

    /** The Secret with the keys of a cluster, as the API server has it now. */
    public Optional<Secret> keysLive(MosaicCluster cluster) {
        String own = cluster.getSpec().security().keysSecretName();
        return secretLive(
                cluster.getMetadata().getNamespace(),
                own == null ? Names.keys(cluster.getMetadata().getName()) : own);
    }

    /** The job's pods as the API server has them now. */
    public List<Pod> programsLive(MosaicJob job) {
        return client
                .pods()
                .inNamespace(job.getMetadata().getNamespace())
                .withLabel(Labels.JOB, job.getMetadata().getName())
                .list()
                .getItems()
                .stream()
                .filter(each -> owns(job, each))
                .toList();
    }

    /** The head's pods as the API server has them now. */
    public List<Pod> headsLive(MosaicCluster cluster) {
        String name = cluster.getMetadata().getName();
        return heads(
                cluster,
                client.pods()
                        .inNamespace(cluster.getMetadata().getNamespace())
                        .withLabel(Labels.CLUSTER, name)
                        .withLabel(Labels.ROLE, Role.HEAD.label())
                        .list()
                        .getItems());
    }

    /** How many pods all groups of a cluster have, those that end too, as the API server has them now. */
    public int workersLeft(MosaicCluster cluster) {
        return client.pods()
                .inNamespace(cluster.getMetadata().getNamespace())
                .withLabel(Labels.CLUSTER, cluster.getMetadata().getName())
                .withLabel(Labels.ROLE, Role.WORKER.label())
                .list()
                .getItems()
                .size();
    }

    /** The group's pods as the API server has them now. */
    public List<Pod> workersLive(MosaicWorkerGroup group) {
        return client
                .pods()
                .inNamespace(group.getMetadata().getNamespace())
                .withLabel(Labels.CLUSTER, group.getSpec().clusterName())
                .withLabel(Labels.GROUP, group.getSpec().groupName())
                .list()
                .getItems()
                .stream()
                .filter(each -> owns(group, each))
                .toList();
    }

    /** A group as the API server has it now; empty where it is gone. */
    public Optional<MosaicWorkerGroup> groupLive(MosaicWorkerGroup group) {
        return Optional.ofNullable(client.resources(MosaicWorkerGroup.class)
                .inNamespace(group.getMetadata().getNamespace())
                .withName(group.getMetadata().getName())
                .get());
    }

    /** Whether this cluster is there, and not another of its name. */
    public boolean isThere(MosaicCluster cluster) {
        MosaicCluster live = client.resources(MosaicCluster.class)
                .inNamespace(cluster.getMetadata().getNamespace())
                .withName(cluster.getMetadata().getName())
                .get();
        return live != null
                && cluster.getMetadata().getUid().equals(live.getMetadata().getUid());
    }

    /** A Secret as the API server has it now. */
    public Optional<Secret> secretLive(String namespace, String name) {
        return Optional.ofNullable(
                client.secrets().inNamespace(namespace).withName(name).get());
    }

    /** Whether it is the controller of it. */
    public static boolean owns(HasMetadata owner, HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(each -> owner.getMetadata().getUid().equals(each.getUid()));
    }

    /** What is needed for pods of its groups: keys and the user's Secrets. */
    private ClusterSnapshot specOf(MosaicCluster cluster, Optional<Secret> cached) {
        Optional<Secret> keys = cluster.getSpec().security().keysSecretName() == null
                ? cached.filter(each -> owns(cluster, each))
                : Optional.empty();
        return new ClusterSnapshot(
                cluster,
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                keys.or(() -> keysLive(cluster)),
                Optional.empty(),
                secrets(cluster),
                operatorsImage,
                clock.instant());
    }

    private static List<Pod> heads(MosaicCluster cluster, List<Pod> pods) {
        return pods.stream()
                .filter(each -> Pods.label(each, Labels.ROLE).equals(Role.HEAD.label()) && owns(cluster, each))
                .toList();
    }

    private Optional<Secret> keys(MosaicCluster cluster, Context<MosaicCluster> context) {
        String own = cluster.getSpec().security().keysSecretName();
        return own == null
                ? secret(context, Names.keys(cluster.getMetadata().getName()), cluster)
                : secretLive(cluster.getMetadata().getNamespace(), own);
    }

    private static Optional<Secret> secret(Context<MosaicCluster> context, String name, MosaicCluster owner) {
        return context.getSecondaryResources(Secret.class).stream()
                .filter(each -> each.getMetadata().getName().equals(name) && owns(owner, each))
                .findFirst();
    }

    private Map<String, List<String>> secrets(MosaicCluster cluster) {
        Map<String, List<String>> found = new TreeMap<>();
        add(cluster, cluster.getSpec().security().keysSecretName(), found);
        ObjectStoreSpec store = cluster.getSpec().warehouse().objectStore();
        add(cluster, store == null ? null : store.credentialsSecretName(), found);
        return found;
    }

    private void add(MosaicCluster cluster, @Nullable String name, Map<String, List<String>> found) {
        if (name != null) {
            secretLive(cluster.getMetadata().getNamespace(), name)
                    .ifPresent(secret -> found.put(
                            name,
                            secret.getData() == null
                                    ? List.of()
                                    : List.copyOf(secret.getData().keySet())));
        }
    }
}
