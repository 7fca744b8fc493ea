package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.headapi.ClusterLabels;
import dev.mosaic.headapi.Ports;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One cluster, as its objects in Kubernetes show it.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} with what is missing, or forbidden.
 */
final class KubernetesCluster {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.kubernetes");
    private static final Duration WORD = Duration.ofSeconds(5);

    private final Api api;
    private final String namespace;
    private final String name;
    private final ClusterAddress address;

    KubernetesCluster(Api api, ClusterAddress address) {
        this.api = api;
        this.address = address;
        this.namespace = address.namespace().orElseGet(api::namespace);
        this.name = address.name();
    }

    /** As it was given. */
    ClusterAddress asAddress() {
        return address;
    }

    String namespace() {
        return namespace;
    }

    String name() {
        return name;
    }

    /** For programs outside. */
    String address(Optional<String> context) {
        return new ClusterAddress(Optional.of(namespace), name, context).toString();
    }

    /** For programs in pods: the Service of the head. */
    String inside() {
        return "tcp://" + name + "-head." + namespace + ".svc:" + Ports.MONITOR;
    }

    /** The role of one of its pods: head, warehouse or worker. */
    static String role(Pod pod) {
        return pod.getMetadata().getLabels().getOrDefault(ClusterLabels.ROLE, "");
    }

    /** Its pods of all roles, oldest first. */
    List<Pod> pods() {
        return list(selected(api.client(), Optional.empty()));
    }

    FilterWatchListDeletable<Pod, PodList, PodResource> selected(KubernetesClient client, Optional<String> role) {
        var all = client.pods().inNamespace(namespace).withLabel(ClusterLabels.CLUSTER, name);
        // Without a role it is a program's.
        return role.isPresent() ? all.withLabel(ClusterLabels.ROLE, role.get()) : all.withLabel(ClusterLabels.ROLE);
    }

    private List<Pod> list(FilterWatchListDeletable<Pod, PodList, PodResource> pods) {
        return api
                .ask(
                        "finding the pods of " + name + " in namespace=" + namespace,
                        "list and watch pods",
                        client -> pods.list().getItems())
                .stream()
                .sorted(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()))
                .toList();
    }

    /**
     * Waits until its head can be talked to.
     *
     * @throws StartException where there is no such cluster, or its head is not there in time, with what Kubernetes says of it
     */
    void awaitHead(Duration timeout) {
        if (readyHead().isPresent()) {
            return;
        }
        boolean wasThere = resource().isPresent();
        if (!wasThere && list(selected(api.client(), Optional.empty())).isEmpty()) {
            throw unknown();
        }
        long end = System.nanoTime() + timeout.toNanos();
        CompletableFuture<List<Pod>> ready = selected(api.client(), Optional.of("head"))
                .informOnCondition(pods -> newest(pods).isPresent());
        try {
            while (true) {
                long left = end - System.nanoTime();
                try {
                    var _ = ready.get(Math.min(Math.max(left, 0), WORD.toNanos()), TimeUnit.NANOSECONDS);
                    return;
                } catch (TimeoutException e) {
                    if (wasThere && isDeleted()) {
                        throw unknown();
                    }
                    if (left <= WORD.toNanos()) {
                        throw new StartException(
                                "the head of " + this + " is not ready after " + timeout + ", " + state(),
                                "see kubectl describe mc/" + name + " -n " + namespace + ", or give it more time",
                                e);
                    }
                    LOG.log(System.Logger.Level.INFO, "waiting for the head of {0}: {1}", this, state());
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KubernetesClientException refused
                    ? Refusal.of("watching the pods of " + this, api.url(), "list and watch pods", refused)
                    : new StartException("the pods of " + this + " cannot be watched", "try again", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("the connecting thread was interrupted", "connect again", e);
        } finally {
            var _ = ready.cancel(true);
        }
    }

    /** @throws StartException where neither its object nor any pod of it is there */
    void mustExist() {
        if (resource().isEmpty() && pods().isEmpty()) {
            throw unknown();
        }
    }

    private Optional<Pod> readyHead() {
        return newest(list(selected(api.client(), Optional.of("head"))));
    }

    private static Optional<Pod> newest(List<Pod> heads) {
        return heads.stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null && Readiness.isPodReady(pod))
                .max(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()));
    }

    /** Its object, where there is one and it may be looked at. */
    Optional<MosaicCluster> resource() {
        try {
            return Optional.ofNullable(find());
        } catch (KubernetesClientException notToBeSeen) {
            return Optional.empty();
        }
    }

    private @Nullable MosaicCluster find() {
        return api.client()
                .resources(MosaicCluster.class)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    /** True where the API server says that its object is gone or going; not where that may not be looked at. */
    boolean isDeleted() {
        try {
            MosaicCluster found = find();
            return found == null || found.getMetadata().getDeletionTimestamp() != null;
        } catch (KubernetesClientException notToBeSeen) {
            return false;
        }
    }

    private StartException unknown() {
        return new StartException(
                "there is no MosaicCluster " + name + " in namespace=" + namespace + " of " + api.url() + ", "
                        + others(),
                "see kubectl get mc -A, and make one with kubectl apply; another context is named by --context, or by ?context= in the address");
    }

    /** Which there are: everywhere, or, where one may not look everywhere, in its namespace. */
    private String others() {
        try {
            return names(api.client().resources(MosaicCluster.class).inAnyNamespace());
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return "Mosaic is not installed there";
            }
        }
        try {
            return names(api.client().resources(MosaicCluster.class).inNamespace(namespace));
        } catch (KubernetesClientException e) {
            return "others cannot be listed";
        }
    }

    private static String names(Listable<? extends KubernetesResourceList<MosaicCluster>> clusters) {
        List<String> found = clusters.list().getItems().stream()
                .map(each -> each.getMetadata().getNamespace() + "/"
                        + each.getMetadata().getName())
                .sorted()
                .toList();
        return found.isEmpty() ? "there is none" : "there are=" + found;
    }

    /** Why the head is not ready, as the operator or Kubernetes says it. */
    private String state() {
        Optional<String> said = resource().flatMap(KubernetesCluster::notReady);
        if (said.isPresent()) {
            return said.get();
        }
        List<Pod> heads = list(selected(api.client(), Optional.of("head")));
        return heads.isEmpty()
                ? "there is no pod of it yet"
                : "pod=" + heads.getLast().getMetadata().getName() + " is "
                        + PodState.of(heads.getLast()).words();
    }

    private static Optional<String> notReady(MosaicCluster resource) {
        MosaicClusterStatus status = resource.getStatus();
        if (status == null) {
            return Optional.of("the operator has not seen it yet");
        }
        return status.condition("Ready")
                .filter(ready -> ready.status() != ConditionStatus.TRUE)
                .map(ready -> "reason=" + ready.reason() + ": " + ready.message());
    }

    /** The Secret with the keys that its pods mount: the user's where the spec names it, else the operator's. */
    Secret keys() {
        Optional<String> own = resource().map(each -> each.getSpec().security().mountedSecretName());
        String secret = own.orElse(name + "-keys");
        Secret found = api.ask(
                "reading the Secret " + secret + " in namespace=" + namespace,
                "get the Secret " + secret,
                client ->
                        client.secrets().inNamespace(namespace).withName(secret).get());
        if (found == null) {
            throw new StartException(
                    "there is no Secret " + secret + " in namespace=" + namespace,
                    "see kubectl describe mc/" + name + " -n " + namespace
                            + (own.isPresent()
                                    ? ": its spec.security.keysSecretName names that Secret"
                                    : ": the operator makes it"));
        }
        return found;
    }

    /** A connection to the gateway in the pod that is the head now. */
    PortStream dial(Duration limit) throws IOException {
        Optional<Pod> head;
        try {
            head = readyHead();
        } catch (StartException e) {
            throw new IOException(e.getMessage(), e);
        }
        if (head.isEmpty()) {
            throw new IOException("no head of " + this + " is ready");
        }
        return PortStream.open(api.client(), namespace, head.get().getMetadata().getName(), Ports.GATEWAY, limit);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
