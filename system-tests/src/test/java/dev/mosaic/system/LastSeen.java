package dev.mosaic.system;

import dev.mosaic.crd.Cluster;
import dev.mosaic.system.Fault.Target;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The pods of a cluster and of the operator, as the API server showed them last. While it is away they are taken to be as they were.
 *
 * <p><b>Threading:</b> any.
 */
final class LastSeen implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = (int) Duration.ofSeconds(5).toMillis();

    /** There is nobody to be harmed in a pod that has ended. */
    private static final Set<String> ENDED = Set.of("Failed", "Succeeded");

    private final String namespace;
    private final KubernetesClient client;
    private final Map<Target, List<Pod>> pods = new EnumMap<>(Target.class);
    private final Set<String> uids = new HashSet<>();

    private LastSeen(String namespace, KubernetesClient client) {
        this.namespace = namespace;
        this.client = client;
    }

    /** Nothing is seen before the first {@link #look}. */
    static LastSeen of(String namespace) {
        return new LastSeen(
                namespace,
                new KubernetesClientBuilder()
                        .withConfig(new ConfigBuilder(Cluster.any().client().getConfiguration())
                                .withRequestRetryBackoffLimit(0)
                                .withConnectionTimeout(TIMEOUT_MILLIS)
                                .withRequestTimeout(TIMEOUT_MILLIS)
                                .build())
                        .build());
    }

    /** What the API server answers; empty where it does not, for it is asked once. */
    <T> Optional<T> ask(Function<KubernetesClient, T> question) {
        try {
            return Optional.ofNullable(question.apply(client));
        } catch (KubernetesClientException away) {
            return Optional.empty();
        }
    }

    /** Looks again, where the API server is there. */
    void look() {
        for (Target target : Target.values()) {
            if (target.isPod()) {
                ask(any -> list(target)).ifPresent(now -> remember(target, now));
            }
        }
    }

    private synchronized void remember(Target target, List<Pod> now) {
        pods.put(target, now);
        if (target != Target.OPERATOR) {
            now.forEach(each -> uids.add(each.getMetadata().getUid()));
        }
    }

    /** The oldest first; of operators the one that leads, if one does, and no other. */
    private List<Pod> list(Target target) {
        if (target == Target.OPERATOR) {
            List<Pod> all = labelled(Product.SYSTEM, "app.kubernetes.io/name", "mosaic-operator");
            String leader = leader();
            return all.stream()
                    .filter(each -> leader.startsWith(each.getMetadata().getName()))
                    .toList();
        }
        return labelled(namespace, Product.ROLE, target.name().toLowerCase(Locale.ROOT));
    }

    private List<Pod> labelled(String where, String label, String value) {
        return client.pods().inNamespace(where).withLabel(label, value).list().getItems().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> !ENDED.contains(pod.getStatus().getPhase()))
                .sorted(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()))
                .toList();
    }

    /** Who holds the Lease: its pod's name and more. */
    private String leader() {
        var lease = client.leases()
                .inNamespace(Product.SYSTEM)
                .withName("mosaic-operator")
                .get();
        return lease == null || lease.getSpec().getHolderIdentity() == null
                ? ""
                : lease.getSpec().getHolderIdentity();
    }

    /** Those that did not end when one looked last. */
    synchronized List<Pod> pods(Target target) {
        return pods.getOrDefault(target, List.of());
    }

    /** Of all pods of the cluster that were ever seen. */
    synchronized Set<String> uids() {
        return Set.copyOf(uids);
    }

    @Override
    public void close() {
        client.close();
    }
}
