package dev.mosaic.operator.observe;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.CaBundleSpec;
import dev.mosaic.crd.ClusterReference;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.ObjectStoreSpec;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraSpec;
import dev.mosaic.crd.TesseraStatus;
import dev.mosaic.headapi.TesseraState;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.Role;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what there is.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> memory only, but for a user's own Secrets and ConfigMaps, one request a minute for each (for
 * a cluster at rest, or whose head waits for a node and that has no other pod, one in all), and what is called live, one request each. One for
 * each while a cluster is being resumed.
 */
public final class Observer {
    private final KubernetesClient client;
    private final Optional<String> operatorsImage;
    /** How often one looks whether a user's own Secrets are others; twice in the time for which they are kept, so it is one request. */
    public static final Duration SECRETS_LOOK = Recent.AGE.dividedBy(2);

    /** Of jars in ConfigMaps, as Base64: one has 1 MiB at most. */
    private static final long MOST_CONTENT_BYTES = 16 << 20;

    private static final Secret NO_KEYS = new SecretBuilder().withData(Map.of()).build();

    /** How old what is known of a user's own Secret may be. */
    private enum Age {
        NONE,
        MINUTE,
        ANY
    }

    private final InstantSource clock;
    private final Recent<Secret> secrets;
    private final Recent<String> contents;
    private volatile @Nullable Cache<MosaicCluster> clusters;

    public Observer(KubernetesClient client, Optional<String> operatorsImage, InstantSource clock) {
        this.client = client;
        this.operatorsImage = operatorsImage;
        this.clock = clock;
        this.secrets = new Recent<>(clock);
        this.contents = new Recent<>(clock, String::length, MOST_CONTENT_BYTES);
    }

    /** A cluster and all that it owns but the pods of its groups. */
    public ClusterSnapshot cluster(MosaicCluster cluster, Context<MosaicCluster> context) {
        List<HasMetadata> settings = new ArrayList<>();
        Sources.SETTINGS.forEach(kind -> context.getSecondaryResources(kind).stream()
                .filter(each -> owns(cluster, each))
                .forEach(settings::add));
        List<Pod> pods = List.copyOf(context.getSecondaryResources(Pod.class));
        ClusterSnapshot owned = new ClusterSnapshot(
                cluster,
                of(Role.HEAD, cluster, pods),
                settings,
                of(Role.WAREHOUSE, cluster, pods),
                context.getSecondaryResources(MosaicWorkerGroup.class).stream()
                        .filter(each -> owns(cluster, each))
                        .toList(),
                Optional.empty(),
                secret(context, Names.authority(cluster.getMetadata().getName()), cluster),
                Map.of(),
                operatorsImage,
                clock.instant(),
                volume(cluster, context));
        Age age = age(owned);
        return owned.withSecrets(keys(cluster, context, age), secrets(cluster, age));
    }

    /** That of the warehouse, its own or one that a cluster of its name left. */
    private static Optional<PersistentVolumeClaim> volume(MosaicCluster cluster, Context<MosaicCluster> context) {
        String name = Names.claim(cluster.getMetadata().getName());
        return context.getSecondaryResources(PersistentVolumeClaim.class).stream()
                .filter(each -> each.getMetadata().getName().equals(name))
                .filter(each -> owns(cluster, each)
                        || each.getMetadata().getOwnerReferences().isEmpty())
                .findFirst();
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

    /** The same with keys that are the user's own as the API server has them now: pods are made of them. */
    public GroupSnapshot withKeysLive(GroupSnapshot snapshot) {
        return snapshot.withCluster(snapshot.cluster()
                .map(each -> each.cluster().getSpec().security().mountedSecretName() == null
                        ? each
                        : each.withSecrets(ownKeys(each.cluster(), Age.NONE), each.secrets())));
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
        Optional<MosaicCluster> cluster = clusterOf(context);
        HeadTesserae.Look look = cluster.map(each -> look(each, tessera, heads))
                .orElseGet(() -> new HeadTesserae.Look(Optional.of("there is no cluster"), 0, Optional.empty()));
        return new TesseraSnapshot(
                tessera,
                cluster,
                contents(
                        namespace,
                        tessera.getSpec(),
                        cluster.filter(Rest::isSettled).isPresent()),
                look.why(),
                look.epoch(),
                look.said(),
                look.said().flatMap(each -> pod(tessera, each)),
                clock.instant());
    }

    /** The cluster of a tessera; empty where it is gone or going. */
    public Optional<MosaicCluster> clusterOf(Context<Tessera> context) {
        return context.getSecondaryResource(MosaicCluster.class)
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null);
    }

    private static HeadTesserae.Look look(MosaicCluster cluster, Tessera tessera, HeadTesserae heads) {
        if (Rest.hasHead(cluster)) {
            return heads.look(cluster, tessera.getMetadata().getName());
        }
        heads.rest(cluster);
        return new HeadTesserae.Look(Optional.of(Rest.whyNoHead(cluster)), 0, Optional.empty());
    }

    /** The pod with the address of the worker's node; that which is known already while the worker is the same. */
    private Optional<String> pod(Tessera tessera, TesseraState said) {
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

    /** As they were when somebody looked first, where the cluster is at rest. */
    private Map<String, String> contents(String namespace, TesseraSpec spec, boolean isAtRest) {
        Map<String, String> found = new HashMap<>();
        for (ArtifactSpec each : spec.code().artifacts()) {
            if (each.scheme() == ArtifactSpec.Scheme.CONFIGMAP) {
                this.contents
                        .get(namespace + " " + each.uri(), isAtRest, () -> content(namespace, each))
                        .ifPresent(content -> found.put(each.uri(), content));
            }
        }
        return found;
    }

    private Optional<String> content(String namespace, ArtifactSpec artifact) {
        ConfigMap map = client.configMaps()
                .inNamespace(namespace)
                .withName(artifact.place())
                .get();
        return content(map, artifact.path());
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
        String own = cluster.getSpec().security().mountedSecretName();
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

    /** The uid of a namespace, as the API server has it now; empty where the operator may not know. */
    public String namespaceUid(String namespace) {
        try {
            return Optional.ofNullable(client.namespaces().withName(namespace).get())
                    .map(each -> each.getMetadata().getUid())
                    .orElse("");
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return "";
            }
            throw e;
        }
    }

    /** The same with the pods of head and warehouse as the API server has them now. */
    public ClusterSnapshot withPodsLive(ClusterSnapshot snapshot) {
        MosaicCluster cluster = snapshot.cluster();
        Collection<Pod> pods =
                live(cluster.getMetadata().getNamespace(), cluster.getMetadata().getName(), Role.HEAD, Role.WAREHOUSE);
        return snapshot.withPods(of(Role.HEAD, cluster, pods), of(Role.WAREHOUSE, cluster, pods));
    }

    /** Pods of a cluster with these roles, also where somebody has changed one of the labels that say so. */
    private Collection<Pod> live(String namespace, String cluster, Role... roles) {
        String[] labels = Arrays.stream(roles).map(Role::label).toArray(String[]::new);
        Map<String, Pod> found = new LinkedHashMap<>();
        Map.of(Labels.CLUSTER, Labels.ROLE, Labels.INSTANCE, Labels.COMPONENT)
                .forEach((ofCluster, ofRole) -> client.pods()
                        .inNamespace(namespace)
                        .withLabel(ofCluster, cluster)
                        .withLabelIn(ofRole, labels)
                        .list()
                        .getItems()
                        .forEach(each -> found.put(each.getMetadata().getUid(), each)));
        return found.values();
    }

    /** How many pods all groups of a cluster have, those that end too but for those of lost nodes, as the API server has them now. */
    public int workersLeft(MosaicCluster cluster) {
        return (int) client
                .pods()
                .inNamespace(cluster.getMetadata().getNamespace())
                .withLabel(Labels.CLUSTER, cluster.getMetadata().getName())
                .withLabel(Labels.ROLE, Role.WORKER.label())
                .list()
                .getItems()
                .stream()
                .filter(each -> !Pods.isLost(each, clock.instant()))
                .count();
    }

    /** The group's pods as the API server has them now. */
    public List<Pod> workersLive(MosaicWorkerGroup group) {
        return live(group.getMetadata().getNamespace(), group.getSpec().clusterName(), Role.WORKER).stream()
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

    /** Where all clusters are that are watched. */
    public void clustersIn(Cache<MosaicCluster> cache) {
        clusters = cache;
    }

    /** Whether this cluster is there, as far as the cache knows, and not another of its name. */
    public boolean isThere(MosaicCluster cluster) {
        Cache<MosaicCluster> cache = clusters;
        return cache == null
                || cache.get(ResourceID.fromResource(cluster))
                        .filter(each -> cluster.getMetadata()
                                .getUid()
                                .equals(each.getMetadata().getUid()))
                        .isPresent();
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
        // Without a head no pod is replaced for other keys; then the group is told.
        Age age = Rest.hasHead(cluster) ? Age.MINUTE : Age.ANY;
        Optional<Secret> keys = cluster.getSpec().security().mountedSecretName() == null
                ? cached.filter(each -> owns(cluster, each))
                : Optional.empty();
        return new ClusterSnapshot(
                cluster,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                keys.or(() -> ownKeys(cluster, age)),
                Optional.empty(),
                secrets(cluster, age),
                operatorsImage,
                clock.instant(),
                Optional.empty());
    }

    private static List<Pod> of(Role role, MosaicCluster cluster, Collection<Pod> pods) {
        return pods.stream()
                .filter(each -> owns(cluster, each) && role(each).equals(role.label()))
                .toList();
    }

    /** One of two labels says it: somebody may have changed the other. */
    private static String role(Pod pod) {
        String component = Pods.label(pod, Labels.COMPONENT);
        boolean isRole =
                Arrays.stream(Role.values()).anyMatch(each -> each.label().equals(component));
        return isRole ? component : Pods.label(pod, Labels.ROLE);
    }

    private Optional<Secret> keys(MosaicCluster cluster, Context<MosaicCluster> context, Age age) {
        String own = cluster.getSpec().security().mountedSecretName();
        Optional<Secret> found = own == null
                ? secret(context, Names.keys(cluster.getMetadata().getName()), cluster)
                : secretLately(cluster, own, age);
        return found.or(() -> inTheirPlace(cluster));
    }

    /** Those of a group's cluster that are not in the cache. */
    private Optional<Secret> ownKeys(MosaicCluster cluster, Age age) {
        String own = cluster.getSpec().security().mountedSecretName();
        // Before the status says that it is suspended, its pods are to stay as they are.
        Optional<Secret> none = Rest.isSuspended(cluster) ? inTheirPlace(cluster) : Optional.empty();
        if (own != null) {
            return secretLately(cluster, own, age).or(() -> none);
        }
        return none.or(() -> keysLive(cluster));
    }

    /** No pod is made of them. */
    private static Optional<Secret> inTheirPlace(MosaicCluster cluster) {
        return Rest.needsNoSecrets(cluster) ? Optional.of(NO_KEYS) : Optional.empty();
    }

    /**
     * A Secret of the user's that the spec of a cluster names, as it is or was less than a minute ago; where nothing follows from another one
     * now, as it was when somebody looked first.
     */
    public Optional<Secret> usersSecret(ClusterSnapshot snapshot, String name) {
        return secretLately(snapshot.cluster(), name, age(snapshot));
    }

    private static Age age(ClusterSnapshot snapshot) {
        if (Rest.isEnding(snapshot.cluster())) {
            return Age.NONE;
        }
        return Rest.isSettled(snapshot.cluster()) || snapshot.waitsForNode() ? Age.ANY : Age.MINUTE;
    }

    /** A user's own Secret, which is not watched. */
    private Optional<Secret> secretLately(MosaicCluster cluster, String name, Age age) {
        String namespace = cluster.getMetadata().getNamespace();
        String key = namespace + "/" + name;
        return age == Age.NONE
                ? secrets.again(key, () -> secretLive(namespace, name))
                : secrets.get(key, age == Age.ANY, () -> secretLive(namespace, name));
    }

    private static Optional<Secret> secret(Context<MosaicCluster> context, String name, MosaicCluster owner) {
        return context.getSecondaryResources(Secret.class).stream()
                .filter(each -> each.getMetadata().getName().equals(name) && owns(owner, each))
                .findFirst();
    }

    private Map<String, List<String>> secrets(MosaicCluster cluster, Age age) {
        Map<String, List<String>> found = new TreeMap<>();
        add(cluster, age, cluster.getSpec().security().keysSecretName(), found);
        add(cluster, age, cluster.getSpec().security().tokenSecretName(), found);
        ObjectStoreSpec store = cluster.getSpec().warehouse().objectStore();
        add(cluster, age, store == null ? null : store.credentialsSecretName(), found);
        CaBundleSpec bundle = store == null ? null : store.caBundle();
        add(cluster, age, bundle == null ? null : bundle.secretName(), found);
        return found;
    }

    private void add(MosaicCluster cluster, Age age, @Nullable String name, Map<String, List<String>> found) {
        if (name != null) {
            secretLately(cluster, name, age)
                    .ifPresent(secret -> found.put(
                            name,
                            secret.getData() == null
                                    ? List.of()
                                    : List.copyOf(secret.getData().keySet())));
        }
    }
}
