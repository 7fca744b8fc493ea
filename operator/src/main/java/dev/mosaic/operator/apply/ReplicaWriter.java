package dev.mosaic.operator.apply;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.snapshot.Gang;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes what the autoscaler decides: replicas, by server-side apply under a name of its own, and the mark on pods that were drained.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one request each; two more for the first write of a group. <b>Failure:</b> as of the client;
 * a conflict is an outcome.
 */
public final class ReplicaWriter {
    private static final String API = MosaicCluster.GROUP + "/" + MosaicCluster.VERSION;

    private final KubernetesClient client;

    public ReplicaWriter(KubernetesClient client) {
        this.client = client;
    }

    /** The group with so many; empty where somebody else holds them, who would have to be overridden. */
    public Optional<MosaicWorkerGroup> scale(MosaicWorkerGroup group, int replicas) {
        try {
            return Optional.of(applied(group, replicas, false));
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The same whoever held them; where it was written in the meantime, nothing is. */
    public Optional<MosaicWorkerGroup> take(MosaicWorkerGroup seen, int replicas) {
        try {
            return Optional.of(applied(seen, replicas, true));
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Notes that those do not hold its fields any more, and takes off the mark that asked for it. */
    public void release(MosaicWorkerGroup group, List<ManagedFieldsEntry> left) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Labels.TAKE_REPLICAS, null);
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("managedFields", left);
        metadata.put("resourceVersion", group.getMetadata().getResourceVersion());
        metadata.put("annotations", annotations);
        client.resource(group)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(Map.of("metadata", metadata)));
    }

    /** So that these go first, whoever removes them. A pod that is gone needs no mark. */
    public void drained(List<Pod> pods, Instant since) {
        for (Pod pod : pods) {
            try {
                client.resource(pod)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\":{\"annotations\":{\"" + Gang.DRAIN_STARTED + "\":\"" + since + "\"}}}");
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                    throw e;
                }
            }
        }
    }

    private MosaicWorkerGroup applied(MosaicWorkerGroup group, int replicas, boolean forced) {
        GenericKubernetesResource wanted = new GenericKubernetesResource();
        wanted.setApiVersion(API);
        wanted.setKind(group.getKind());
        wanted.setMetadata(new ObjectMetaBuilder()
                .withName(group.getMetadata().getName())
                .withNamespace(group.getMetadata().getNamespace())
                .withResourceVersion(forced ? group.getMetadata().getResourceVersion() : null)
                .build());
        wanted.setAdditionalProperty("spec", Map.of("replicas", replicas));
        GenericKubernetesResource written = client.resource(wanted)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(Labels.AUTOSCALER)
                        .withForce(forced)
                        .build());
        return client.getKubernetesSerialization().convertValue(written, MosaicWorkerGroup.class);
    }
}
