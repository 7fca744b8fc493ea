package dev.mosaic.operator.head;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.desired.KeySecrets;
import dev.mosaic.operator.desired.Names;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** The Services of heads, and the Secrets with the keys of their clusters, as the API server has them now. */
final class ServiceDoors implements Doors {
    private final KubernetesClient client;

    ServiceDoors(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Look of(MosaicCluster cluster) {
        try {
            return look(cluster);
        } catch (KubernetesClientException e) {
            return new Closed("the API server does not say where the head is: " + e.getMessage());
        }
    }

    private Look look(MosaicCluster cluster) {
        String namespace = cluster.getMetadata().getNamespace();
        String name = cluster.getMetadata().getName();
        String service = Names.head(name);
        Service found =
                client.services().inNamespace(namespace).withName(service).get();
        if (found == null) {
            return new Closed("there is no Service " + service + " yet");
        }
        boolean hasPort =
                found.getSpec().getPorts().stream().anyMatch(each -> Objects.equals(each.getPort(), HeadApi.PORT));
        if (!hasPort) {
            return new Closed(
                    "the Service " + service + " has no port " + HeadApi.PORT + ": an older operator made it");
        }
        String own = cluster.getSpec().security().keysSecretName();
        String keys = own == null ? Names.keys(name) : own;
        Secret secret = client.secrets().inNamespace(namespace).withName(keys).get();
        Map<String, byte[]> files = secret == null ? Map.of() : KeySecrets.files(secret);
        if (!files.containsKey("ca.crt") || !files.containsKey("token")) {
            return new Closed("there is no Secret " + keys + " with ca.crt and token");
        }
        String token = text(files, "token").strip();
        if (!token.matches("[!-~]+")) {
            return new Closed("the token in Secret " + keys + " is not one line of ASCII");
        }
        return new Found(new Door(
                namespace, service, found.getSpec().getClusterIP(), HeadApi.PORT, text(files, "ca.crt"), token));
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(Objects.requireNonNull(files.get(name)), StandardCharsets.US_ASCII);
    }
}
