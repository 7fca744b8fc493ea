package dev.mosaic.operator;

import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.function.Consumer;

/** Changes of objects that a controller may be writing at the same time: one that meets another is tried again. */
final class Edits {
    private Edits() {}

    /** What the API server made of it. */
    static <T extends HasMetadata> T edit(
            KubernetesClient client, String namespace, Class<T> kind, String name, Consumer<T> change) {
        return Eventually.present(
                "a change of " + kind.getSimpleName() + " " + name + " that meets no other one", () -> {
                    try {
                        return Optional.of(client.resources(kind)
                                .inNamespace(namespace)
                                .withName(name)
                                .edit(each -> {
                                    change.accept(each);
                                    return each;
                                }));
                    } catch (KubernetesClientException refused) {
                        if (refused.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                            return Optional.empty();
                        }
                        throw refused;
                    }
                });
    }
}
