package dev.mosaic.operator.head;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.headapi.Ports;
import dev.mosaic.keys.Token;
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
    private static final String ADMIN = Token.ADMIN.file();
    private static final String MEMBER = Token.MEMBER.file();
    private static final String AUTHORITIES = "ca.crt";
    private static final String ONE_WORD = "[!-~]+";

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
                found.getSpec().getPorts().stream().anyMatch(each -> Objects.equals(each.getPort(), Ports.HTTP));
        if (!hasPort) {
            return new Closed("the Service " + service + " has no port " + Ports.HTTP);
        }
        String own = cluster.getSpec().security().mountedSecretName();
        String keys = own == null ? Names.keys(name) : own;
        Secret secret = client.secrets().inNamespace(namespace).withName(keys).get();
        Map<String, byte[]> files = secret == null ? Map.of() : KeySecrets.files(secret);
        return with(files, keys, new Address(namespace, service, found.getSpec().getClusterIP()));
    }

    /** Where the Service of a head is. */
    record Address(String namespace, String service, String host) {}

    /**
     * With the files of a Secret.
     *
     * @param keys the name of the Secret
     */
    static Look with(Map<String, byte[]> files, String keys, Address address) {
        if (!files.containsKey(AUTHORITIES) || !files.containsKey(MEMBER)) {
            return new Closed("there is no Secret " + keys + " with ca.crt and token");
        }
        String member = firstLine(text(files, MEMBER));
        String admin = files.containsKey(ADMIN) ? text(files, ADMIN).strip() : member;
        if (!member.matches(ONE_WORD) || !admin.matches(ONE_WORD)) {
            return new Closed("the tokens in Secret " + keys + " are not one word of ASCII each");
        }
        return new Found(new Door(
                address.namespace(), address.service(), address.host(), Ports.HTTP, text(files, AUTHORITIES), admin));
    }

    /** Where the token was changed, that of before is the second line. */
    private static String firstLine(String tokens) {
        return tokens.strip().lines().findFirst().orElse("").strip();
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(Objects.requireNonNull(files.get(name)), StandardCharsets.US_ASCII);
    }
}
