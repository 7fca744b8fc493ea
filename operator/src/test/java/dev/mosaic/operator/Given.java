package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Clusters, pods and snapshots for tests, in few words. */
public final class Given {
    public static final Instant NOW = Instant.parse("2026-11-22T06:00:00Z");
    public static final String IMAGE = "registry.example/mosaic/runtime:0.1.0";
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private Given() {}

    /** A cluster called demo in the namespace lab, of that spec. */
    public static MosaicCluster cluster(String spec) {
        MosaicCluster cluster = YAML.unmarshal("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: demo, namespace: lab, uid: uid-of-demo, generation: 3}
                spec:
                """ + (spec.isBlank() ? "  {}" : spec.indent(2)), MosaicCluster.class);
        cluster.getMetadata().setCreationTimestamp(NOW.minusSeconds(60).toString());
        return cluster;
    }

    public static Secret keys() {
        return new SecretBuilder()
                .withNewMetadata()
                .withName("demo-keys")
                .endMetadata()
                .withData(Map.of("token", "c2VjcmV0"))
                .build();
    }

    /** Nothing was made yet but keys. */
    public static ClusterSnapshot fresh(MosaicCluster cluster) {
        return snapshot(cluster, List.of(), List.of(), List.of());
    }

    public static ClusterSnapshot snapshot(
            MosaicCluster cluster, List<Pod> heads, List<Pod> warehouse, List<MosaicWorkerGroup> groups) {
        return new ClusterSnapshot(
                cluster,
                heads,
                List.of(),
                warehouse,
                groups,
                Optional.of(keys()),
                Optional.empty(),
                Map.of(),
                Optional.of(IMAGE),
                NOW,
                Optional.empty());
    }

    /** A pod that was made so long ago. */
    public static Pod pod(String name, String revision, boolean ready, long ageSeconds) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("lab")
                .addToLabels("mosaic.dev/revision", revision)
                .withCreationTimestamp(NOW.minusSeconds(ageSeconds).toString())
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready ? "True" : "False")
                .endCondition()
                .endStatus()
                .build();
    }

    /** The same pod, its container ended so many seconds after its start. */
    public static Pod ended(Pod pod, long afterSeconds) {
        Instant end = Instant.parse(pod.getMetadata().getCreationTimestamp()).plusSeconds(afterSeconds);
        return new PodBuilder(pod)
                .editStatus()
                .withPhase("Failed")
                .withConditions()
                .addNewContainerStatus()
                .withName("mosaic")
                .withNewState()
                .withNewTerminated()
                .withExitCode(137)
                .withFinishedAt(end.toString())
                .endTerminated()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    /** The same pod, of which the kubelet said that it is not ready any more so many seconds after its start. */
    public static Pod unready(Pod pod, long afterSeconds) {
        Instant start = Instant.parse(pod.getMetadata().getCreationTimestamp());
        return new PodBuilder(pod)
                .editStatus()
                .editFirstContainerStatus()
                .editState()
                .editTerminated()
                .withStartedAt(start.plusSeconds(1).toString())
                .endTerminated()
                .endState()
                .endContainerStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("False")
                .withLastTransitionTime(start.plusSeconds(afterSeconds).toString())
                .endCondition()
                .endStatus()
                .build();
    }

    /** The same pod, deleted; its time is over then. */
    public static Pod ending(Pod pod, Instant over) {
        return new PodBuilder(pod)
                .editMetadata()
                .withDeletionTimestamp(over.toString())
                .endMetadata()
                .build();
    }

    /** The same pod with an annotation. */
    public static Pod annotated(Pod pod, String name, String value) {
        ObjectMeta meta = new PodBuilder(pod)
                .editMetadata()
                .addToAnnotations(name, value)
                .endMetadata()
                .build()
                .getMetadata();
        return new PodBuilder(pod).withMetadata(meta).build();
    }

    /** As YAML. */
    public static String write(Object object) {
        return YAML.asYaml(object);
    }

    /** Anything of Kubernetes, as YAML. */
    public static <T> T read(String yaml, Class<T> type) {
        return YAML.unmarshal(yaml, type);
    }
}
