package dev.mosaic.system;

import dev.mosaic.crd.Cluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Has pods go as {@code kubectl drain} does. */
final class Eviction {
    private static final int BUDGET_SAYS_NO = 429;

    private Eviction() {}

    /**
     * Asks once: the client would ask again and again while it is refused, until there is a new worker.
     *
     * @return false where a budget says no
     */
    static boolean ask(Pod pod) {
        Config once = new ConfigBuilder(Cluster.any().client().getConfiguration())
                .withRequestRetryBackoffLimit(0)
                .build();
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(once).build()) {
            return client.pods()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .withName(pod.getMetadata().getName())
                    .evict(new EvictionBuilder()
                            .withNewMetadata()
                            .withName(pod.getMetadata().getName())
                            .withNamespace(pod.getMetadata().getNamespace())
                            .endMetadata()
                            .build());
        } catch (KubernetesClientException e) {
            if (e.getCode() == BUDGET_SAYS_NO) {
                return false;
            }
            throw e;
        }
    }
}
