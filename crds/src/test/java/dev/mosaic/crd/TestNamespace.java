package dev.mosaic.crd;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A namespace of one test.
 *
 * <p><b>Failure:</b> {@link #close} fails where something in it does not end within two minutes, and says what is left.
 */
public final class TestNamespace implements AutoCloseable {
    private final KubernetesClient client;
    private final String name;

    TestNamespace(KubernetesClient client, String name) {
        this.client = client;
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** Deletes it with all that is in it, and waits until it is gone. Pods are killed: some take half a minute to end in good order. */
    @Override
    public void close() {
        client.namespaces().withName(name).delete();
        client.pods().inNamespace(name).withGracePeriod(0).delete();
        try {
            client.namespaces().withName(name).waitUntilCondition(Objects::isNull, 120, TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException late) {
            throw new AssertionError("namespace " + name + " is not gone: " + left(), late);
        }
    }

    /** What the namespace says of itself, and the pods that are left in it. */
    private String left() {
        Namespace namespace = client.namespaces().withName(name).get();
        if (namespace == null) {
            return "but it is now";
        }
        String conditions = namespace.getStatus().getConditions().stream()
                .filter(each -> each.getStatus().equals("True"))
                .map(each -> "\n" + each.getReason() + ": " + each.getMessage())
                .collect(Collectors.joining());
        String pods = client.pods().inNamespace(name).list().getItems().stream()
                .map(each -> "\npod " + each.getMetadata().getName() + ", to end since "
                        + each.getMetadata().getDeletionTimestamp() + ", finalizers "
                        + each.getMetadata().getFinalizers() + ", "
                        + each.getStatus().getContainerStatuses())
                .collect(Collectors.joining());
        return conditions + pods;
    }
}
