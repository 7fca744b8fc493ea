package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A namespace of one test.
 *
 * <p><b>Failure:</b> {@link #close} fails where something in it does not end within two minutes.
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

    /** Deletes it with all that is in it, and waits until it is gone. */
    @Override
    public void close() {
        client.namespaces().withName(name).delete();
        assertThat(client.namespaces().withName(name).waitUntilCondition(Objects::isNull, 120, TimeUnit.SECONDS))
                .as("namespace %s is gone", name)
                .isNull();
    }
}
