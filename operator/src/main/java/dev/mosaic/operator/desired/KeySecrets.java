package dev.mosaic.operator.desired;

import dev.mosaic.crd.MosaicCluster;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The two Secrets with the keys of a cluster. */
public final class KeySecrets {
    private KeySecrets() {}

    /** What all pods mount. */
    public static Secret units(MosaicCluster cluster, Map<String, byte[]> files) {
        return secret(cluster, Names.keys(cluster.getMetadata().getName()), files);
    }

    /** What is mounted nowhere. */
    public static Secret authority(MosaicCluster cluster, Map<String, byte[]> files) {
        return secret(cluster, Names.authority(cluster.getMetadata().getName()), files);
    }

    /** The files in a Secret. */
    public static Map<String, byte[]> files(Secret secret) {
        Map<String, byte[]> files = new TreeMap<>();
        if (secret.getData() != null) {
            secret.getData()
                    .forEach((name, text) -> files.put(name, Base64.getDecoder().decode(text)));
        }
        return files;
    }

    /** What pods' revisions have of them; see {@link Declared#keysMark(String)}. Of several tokens the first counts. */
    public static String mark(Secret units) {
        String text = Objects.requireNonNullElse(units.getData().get("token"), "");
        String content = new String(Base64.getDecoder().decode(text), StandardCharsets.US_ASCII);
        List<String> lines = content.lines().toList();
        String end = content.endsWith("\n") ? "\n" : "";
        return Declared.keysMark(lines.size() <= 1 ? text : encoded(lines.getFirst() + end));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Secret secret(MosaicCluster cluster, String name, Map<String, byte[]> files) {
        Map<String, String> data = new TreeMap<>();
        files.forEach((file, bytes) -> data.put(file, Base64.getEncoder().encodeToString(bytes)));
        OwnerReference owner = Declared.owner(
                MosaicCluster.class.getSimpleName(),
                cluster.getMetadata().getName(),
                cluster.getMetadata().getUid());
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(cluster.getMetadata().getNamespace())
                .withLabels(Labels.of(cluster.getMetadata().getName()))
                .addToAnnotations(Labels.APPLIED, Json.hash(data))
                .withOwnerReferences(owner)
                .endMetadata()
                .withType("Opaque")
                .withData(data)
                .build();
    }
}
