package dev.mosaic.operator.observe;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.desired.Drift;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an informer keeps of objects of a kind: what somebody here reads, and nothing else; and which changes of that are news. What is not
 * kept is no news either. Whoever comes to read more has to keep it here; objects that were asked for live are whole.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> the size of an object, when it comes.
 *
 * @param reduced of an object that nobody else has yet, which is changed
 * @param content what is looked at, beside metadata, for whether it is news
 */
record Kept<R extends HasMetadata>(UnaryOperator<R> reduced, Function<R, @Nullable Object> content) {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** Ours; others' may be long, and nobody reads them. */
    private static final String ANNOTATIONS = "mosaic.dev/";

    private static final Set<String> CONDITIONS = Set.of("Ready", "PodScheduled", "DisruptionTarget");
    private static final Set<String> CLUSTER_CONDITIONS = Set.of("HeadReady", "WarehouseReady");

    private static final Copies COPIES = new Copies();

    /** Names, images and phase, how its containers are, its conditions of three types, and the Secret with its keys. */
    static final Kept<Pod> PODS = new Kept<>(Kept::pod, Pod::getStatus);

    /** Of clusters, for those who renew them and for groups. */
    static final Kept<Secret> KEYS = new Kept<>(secret -> COPIES.same(bare(secret)), Secret::getData);

    /** Of the claims of warehouses: how large they are to be and are, and what is said against that. */
    static final Kept<PersistentVolumeClaim> CLAIMS =
            new Kept<>(Kept::claim, claim -> Arrays.asList(claim.getSpec(), claim.getStatus()));

    static final Kept<MosaicWorkerGroup> OWNED_GROUPS =
            new Kept<>(Kept::bare, group -> Arrays.asList(group.getSpec(), group.getStatus()));

    /** All of a cluster. */
    static final Kept<MosaicCluster> WHOLE_CLUSTERS =
            new Kept<>(Kept::cluster, cluster -> Arrays.asList(cluster.getSpec(), cluster.getStatus()));

    /** All of it, but little of its status is news to groups: whether it rests, and whether what runs on a pod can move. */
    static final Kept<MosaicCluster> CLUSTERS_OF_GROUPS = new Kept<>(Kept::cluster, Kept::newsForGroups);

    /** Of what is only compared by the hash of what was applied, and by what of it the operator still holds. */
    static <R extends HasMetadata> Kept<R> hashOf() {
        return new Kept<>(Kept::hashed, any -> null);
    }

    ItemStore<R> store() {
        return new TransformingItemStore<>(whole(reduced));
    }

    /** One that cannot be reduced is kept whole: what is thrown here would end the watch of all objects of its kind. */
    static <R extends HasMetadata> UnaryOperator<R> whole(UnaryOperator<R> reduced) {
        return object -> {
            try {
                return reduced.apply(object);
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        () -> object.getKind() + " " + object.getMetadata().getNamespace() + "/"
                                + object.getMetadata().getName() + " is odd, and kept as it is: " + e);
                return object;
            }
        };
    }

    OnUpdateFilter<R> news() {
        return (after, before) -> !Objects.equals(content.apply(after), content.apply(before))
                || !Objects.equals(metadata(after), metadata(before));
    }

    private static List<@Nullable Object> metadata(HasMetadata object) {
        ObjectMeta meta = object.getMetadata();
        return Arrays.asList(
                meta.getUid(),
                meta.getGeneration(),
                meta.getDeletionTimestamp(),
                meta.getLabels(),
                meta.getAnnotations(),
                meta.getOwnerReferences(),
                meta.getManagedFields());
    }

    private static PersistentVolumeClaim claim(PersistentVolumeClaim claim) {
        PersistentVolumeClaimBuilder kept = new PersistentVolumeClaimBuilder(bare(claim))
                .withNewSpec()
                .withNewResources()
                .withRequests(claim.getSpec().getResources().getRequests())
                .endResources()
                .endSpec();
        if (claim.getStatus() != null) {
            kept.withNewStatus()
                    .withCapacity(claim.getStatus().getCapacity())
                    .withConditions(claim.getStatus().getConditions())
                    .endStatus();
        }
        return kept.build();
    }

    static MosaicCluster cluster(MosaicCluster cluster) {
        bare(cluster).setSpec(COPIES.same(cluster.getSpec()));
        return COPIES.same(cluster);
    }

    private static @Nullable Object newsForGroups(MosaicCluster cluster) {
        return cluster.getStatus() == null
                ? null
                : Arrays.asList(
                        cluster.getStatus().suspension(),
                        cluster.getStatus().conditions().stream()
                                .filter(each -> CLUSTER_CONDITIONS.contains(each.type()))
                                .map(Condition::status)
                                .toList());
    }

    private static Pod pod(Pod pod) {
        bare(pod).setSpec(spec(pod));
        if (pod.getStatus() != null) {
            List<PodCondition> conditions = orNone(pod.getStatus().getConditions()).stream()
                    .filter(each -> CONDITIONS.contains(each.getType()))
                    .map(Kept::condition)
                    .toList();
            pod.setStatus(new PodStatusBuilder()
                    .withPhase(pod.getStatus().getPhase())
                    .withPodIP(pod.getStatus().getPodIP())
                    .withReason(pod.getStatus().getReason())
                    .withMessage(pod.getStatus().getMessage())
                    .withConditions(conditions)
                    .withInitContainerStatuses(containers(pod.getStatus().getInitContainerStatuses()))
                    .withContainerStatuses(containers(pod.getStatus().getContainerStatuses()))
                    .build());
        }
        return pod;
    }

    /** Which image each container has, and the Secret with its keys: the same in many pods. */
    private static @Nullable PodSpec spec(Pod pod) {
        PodSpec spec = pod.getSpec();
        if (spec == null) {
            return null;
        }
        PodSpecBuilder kept = new PodSpecBuilder()
                .withContainers(orNone(spec.getContainers()).stream()
                        .map(each -> new ContainerBuilder()
                                .withName(each.getName())
                                .withImage(each.getImage())
                                .build())
                        .toList());
        Pods.keysSecret(pod)
                .ifPresent(name -> kept.addNewVolume()
                        .withName(Pods.KEYS_VOLUME)
                        .withNewSecret()
                        .withSecretName(name)
                        .endSecret()
                        .endVolume());
        return COPIES.same(kept.build());
    }

    private static PodCondition condition(PodCondition condition) {
        return COPIES.same(new PodConditionBuilder()
                .withType(condition.getType())
                .withStatus(condition.getStatus())
                .withReason(condition.getReason())
                .withMessage(condition.getMessage())
                .withLastTransitionTime(condition.getLastTransitionTime())
                .build());
    }

    private static List<ContainerStatus> containers(List<ContainerStatus> statuses) {
        return orNone(statuses).stream()
                .map(each -> COPIES.same(new ContainerStatusBuilder()
                        .withName(each.getName())
                        .withState(anonymous(each.getState()))
                        .withLastState(anonymous(each.getLastState()))
                        .build()))
                .toList();
    }

    /** Without the ids of containers, so that more of them are the same. */
    private static @Nullable ContainerState anonymous(@Nullable ContainerState state) {
        if (state != null && state.getTerminated() != null) {
            state.getTerminated().setContainerID(null);
        }
        return state;
    }

    private static <R extends HasMetadata> R hashed(R object) {
        switch (held(object)) {
            case ServiceAccount account -> {
                account.setSecrets(List.of());
                account.setImagePullSecrets(List.of());
            }
            case Service service -> {
                service.setSpec(null);
                service.setStatus(null);
            }
            case PodDisruptionBudget budget -> {
                budget.setSpec(null);
                budget.setStatus(null);
            }
            case NetworkPolicy policy -> policy.setSpec(null);
            case HasMetadata other ->
                throw new IllegalArgumentException(other.getKind() + " is not reduced to its hash");
        }
        return object;
    }

    /** With what the operator holds of it, which others may take. */
    private static <R extends HasMetadata> R held(R object) {
        List<ManagedFieldsEntry> ours = orNone(object.getMetadata().getManagedFields()).stream()
                .filter(Drift::isOurs)
                .map(Kept::fields)
                .toList();
        bare(object).getMetadata().setManagedFields(ours);
        return object;
    }

    /** Without the owners: they have the uid of the cluster, and so no two would be the same. */
    private static ManagedFieldsEntry fields(ManagedFieldsEntry entry) {
        Map<String, Object> all = new HashMap<>(entry.getFieldsV1().getAdditionalProperties());
        if (all.get("f:metadata") instanceof Map<?, ?> metadata) {
            Map<Object, Object> left = new HashMap<>(metadata);
            left.remove("f:ownerReferences");
            all.put("f:metadata", left);
        }
        FieldsV1 fields = new FieldsV1();
        fields.setAdditionalProperties(all);
        return COPIES.same(new ManagedFieldsEntryBuilder()
                .withManager(entry.getManager())
                .withOperation(entry.getOperation())
                .withFieldsV1(fields)
                .build());
    }

    private static <R extends HasMetadata> R bare(R object) {
        ObjectMeta meta = object.getMetadata();
        meta.setManagedFields(List.of());
        if (meta.getLabels() != null) {
            meta.setLabels(COPIES.same(Map.copyOf(meta.getLabels())));
        }
        if (meta.getAnnotations() != null) {
            Map<String, String> ours = new HashMap<>(meta.getAnnotations());
            ours.keySet().removeIf(key -> !key.startsWith(ANNOTATIONS));
            meta.setAnnotations(COPIES.same(Map.copyOf(ours)));
        }
        meta.setOwnerReferences(COPIES.same(List.copyOf(orNone(meta.getOwnerReferences()))));
        return object;
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
