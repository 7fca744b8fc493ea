package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What somebody else changes of each kind of object that the operator makes for a cluster, one after the other: each is put back, and an Event
 * of the cluster names the object. Its pods have an image that no node has. In the end somebody deletes the cluster.
 *
 * <p>Not taken back is what others add. Pods are never changed, but for a label by which they are found; who wants another deletes one.
 */
@Tag("cluster")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class DriftOnClusterTest {
    private static final String HEALED = "HealedDrift";
    private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    private final Cluster cluster = Cluster.any().withCrds();
    private final KubernetesClient client = cluster.client();
    private String namespace = "";

    /**
     * A change.
     *
     * @param what for people
     * @param isRight whether it is as it was
     * @param reason of the Event
     */
    private record Change<T extends HasMetadata>(
            String what, Class<T> kind, String name, Consumer<T> change, Predicate<T> isRight, String reason) {}

    private static final List<Change<?>> ALL = List.of(
            new Change<>(
                    "the port of the head's Service",
                    Service.class,
                    "demo-head",
                    each -> each.getSpec().getPorts().getFirst().setTargetPort(new IntOrString(1)),
                    each -> !Objects.equals(
                            each.getSpec().getPorts().getFirst().getTargetPort().getIntVal(), 1),
                    HEALED),
            new Change<>(
                    "a label of the head's Service",
                    Service.class,
                    "demo-head",
                    each -> each.getMetadata().getLabels().remove("app.kubernetes.io/instance"),
                    each -> each.getMetadata().getLabels().containsKey("app.kubernetes.io/instance"),
                    HEALED),
            new Change<>(
                    "who may come in",
                    NetworkPolicy.class,
                    "demo",
                    each -> each.getSpec().setIngress(List.of(new NetworkPolicyIngressRule())),
                    each -> each.getSpec().getIngress().stream()
                            .noneMatch(rule ->
                                    rule.getFrom().isEmpty() && rule.getPorts().isEmpty()),
                    HEALED),
            new Change<>(
                    "how many workers may go",
                    PodDisruptionBudget.class,
                    "demo-one",
                    each -> each.getSpec().setMaxUnavailable(new IntOrString("100%")),
                    each -> new IntOrString(1).equals(each.getSpec().getMaxUnavailable()),
                    HEALED),
            new Change<>(
                    "whether pods have rights",
                    ServiceAccount.class,
                    "demo-runtime",
                    each -> each.setAutomountServiceAccountToken(true),
                    each -> Boolean.FALSE.equals(each.getAutomountServiceAccountToken()),
                    HEALED),
            new Change<>(
                    "the label by which the keys are found",
                    Secret.class,
                    "demo-keys",
                    each -> each.getMetadata().getLabels().remove(MANAGED_BY),
                    each -> each.getMetadata().getLabels().containsKey(MANAGED_BY),
                    "RenewedKeys"),
            new Change<>(
                    "a certificate that was taken out",
                    Secret.class,
                    "demo-keys",
                    each -> each.getData().remove("tls.crt"),
                    each -> each.getData().containsKey("tls.crt"),
                    "RenewedKeys"));

    @Test
    @SuppressWarnings("try") // the operator is closed earlier on purpose
    void shouldPutBackWhatSomebodyChangesOfEachKindAndTellIt() {
        try (TestNamespace space = cluster.namespace("drift");
                RunningOperator operator =
                        RunningOperator.start(cluster, space.name(), Path.of("target", "drift-operator.log"))) {
            namespace = space.name();
            declare();
            ALL.forEach(each -> Eventually.holds(
                    "there is " + each.what(), () -> found(each).isPresent()));
            ALL.forEach(this::undone);
            List.of("head", "warehouse", "worker").forEach(this::labelled);
            deleted();
            assertThat(holder()).isNotEmpty();
            operator.close();
            assertThat(operator.complaints()).isEmpty();
            assertThat(holder())
                    .as("the holder of the Lease after the operator has ended")
                    .isEmpty();
        }
    }

    private <T extends HasMetadata> void undone(Change<T> change) {
        long told = told(change);
        Eventually.holds(
                change.what() + " is as it should be at first",
                () -> found(change).filter(change.isRight()).isPresent());
        long begun = System.nanoTime();
        T written = Edits.edit(client, namespace, change.kind(), change.name(), change.change());
        assertThat(change.isRight().test(written))
                .as("the API server took the change of %s", change.what())
                .isFalse();
        Eventually.holds(
                change.what() + " is as it was",
                () -> found(change).filter(change.isRight()).isPresent());
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf(Locale.ROOT, "operator-drift: %s %.1f s%n", change.what(), took.toMillis() / 1e3);
        Eventually.holds(
                "an Event " + change.reason() + " names " + change.kind().getSimpleName() + " " + change.name()
                        + "; there are " + notes(),
                () -> told(change) > told);
    }

    /** Each label by which the operator finds its pod: no other pod is made in its place. */
    private void labelled(String role) {
        Pod pod = Eventually.present(
                "the pod of the " + role,
                () -> pods().stream().filter(each -> isOf(each, role)).findFirst());
        String name = pod.getMetadata().getName();
        List.of(MANAGED_BY, "mosaic.dev/cluster", "mosaic.dev/role").forEach(label -> {
            String right = pod.getMetadata().getLabels().get(label);
            client.resource(pod)
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"metadata\": {\"labels\": {\"" + label + "\": \"changed\"}}}");
            Eventually.holds(
                    "the label " + label + " of the " + role + " is as it was",
                    Eventually.PATIENCE,
                    () -> pods().stream()
                            .anyMatch(each -> each.getMetadata().getName().equals(name)
                                    && right.equals(
                                            each.getMetadata().getLabels().get(label))),
                    () -> pods().toString());
            String note = "Pod " + name + ": the labels " + label;
            Eventually.holds(
                    "an Event says " + note,
                    Eventually.PATIENCE,
                    () -> events().stream()
                            .anyMatch(each -> each.getReason().equals(HEALED)
                                    && each.getNote().contains(note)),
                    () -> notes().toString());
        });
        assertThat(pods())
                .extracting(each -> each.getMetadata().getName())
                .hasSize(3)
                .contains(name);
    }

    /** The head of the cluster would have to end the tessera; without a cluster nobody is waited for, no operator either. */
    private void deleted() {
        client.resource(Given.read("""
                        apiVersion: mosaic.dev/v1alpha1
                        kind: Tessera
                        metadata: {name: held, namespace: %s}
                        spec:
                          clusterRef: {name: demo}
                          className: A
                          code: {artifacts: [{uri: "configmap://nothing/app.jar"}]}
                        """.formatted(namespace), GenericKubernetesResource.class))
                .create();
        Eventually.holds("it has a finalizer", () -> !finalizers().isEmpty());
        client.genericKubernetesResources("mosaic.dev/v1alpha1", "MosaicCluster")
                .inNamespace(namespace)
                .withName("demo")
                .delete();
        Eventually.holds("it has none", () -> finalizers().isEmpty());
    }

    private String holder() {
        return client.leases()
                .inNamespace(namespace)
                .withName("mosaic-operator")
                .get()
                .getSpec()
                .getHolderIdentity();
    }

    private List<String> finalizers() {
        return client.genericKubernetesResources("mosaic.dev/v1alpha1", "Tessera")
                .inNamespace(namespace)
                .withName("held")
                .get()
                .getMetadata()
                .getFinalizers();
    }

    private List<Pod> pods() {
        return client.pods().inNamespace(namespace).list().getItems();
    }

    private static boolean isOf(Pod pod, String role) {
        return role.equals(pod.getMetadata().getLabels().get("app.kubernetes.io/component"));
    }

    private <T extends HasMetadata> Optional<T> found(Change<T> change) {
        return Optional.ofNullable(client.resources(change.kind())
                .inNamespace(namespace)
                .withName(change.name())
                .get());
    }

    /** How many Events there are of that object. */
    private long told(Change<?> change) {
        String object = change.kind().getSimpleName() + " " + change.name();
        return events().stream()
                .filter(each -> change.reason().equals(each.getReason())
                        && "demo".equals(each.getRegarding().getName())
                        && each.getNote().contains(object))
                .count();
    }

    private List<String> notes() {
        return events().stream()
                .map(each -> each.getReason() + ": " + each.getNote())
                .toList();
    }

    private List<Event> events() {
        return client.events().v1().events().inNamespace(namespace).list().getItems();
    }

    private void declare() {
        client.resource(Given.read("""
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: demo, namespace: %s}
                        spec:
                          imagePullPolicy: Never
                          head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}
                          warehouse: {memory: 64Mi, resources: {requests: {cpu: 10m, memory: 80Mi}}}
                          workerGroups:
                          - name: one
                            replicas: 1
                            drainTimeout: 1s
                            resources: {requests: {cpu: 10m, memory: 16Mi}}
                        """.formatted(namespace), GenericKubernetesResource.class))
                .forceConflicts()
                .serverSideApply();
    }
}
