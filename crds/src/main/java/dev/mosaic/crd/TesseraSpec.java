package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.model.annotation.SpecReplicas;
import java.util.List;
import java.util.Objects;

/** The spec of a declared {@link Tessera}: its class, its cluster, and how it is kept. */
@Fields
@JsonClassDescription("The class of the tessera, its cluster, and how it is kept.")
public record TesseraSpec(
        @Required
        @ValidationRule(
                value = "self == oldSelf",
                message = "clusterRef cannot change: the state is in that cluster; make another tessera")
        @JsonPropertyDescription("The cluster that keeps the tessera. It cannot change.")
        ClusterReference clusterRef,

        @Required
        @Size(min = 1, max = 512) @ValidationRule(
                value = "self.matches('^([A-Za-z_$][A-Za-z0-9_$]*[.])*[A-Za-z_$][A-Za-z0-9_$]*$')",
                message = "write the class with its package, such as com.example.Counter")
        @JsonPropertyDescription(
                "The class, such as com.example.Counter. The state outlives workers if the class implements dev.mosaic.Snapshot.")
        String className,

        @Required
        @JsonPropertyDescription(
                "The jars with the class. If you change them, the new code continues with the state of the old code.")
        TesseraCode code,

        @Size(max = 64) @JsonPropertyDescription("Arguments of the constructor, in order, as any JSON values; at most 64 KiB.")
        List<JsonNode> args,

        @Default("{}") @JsonPropertyDescription("Resources that the tessera needs on its node. None by default.")
        TesseraResources resources,

        @SpecReplicas
        @Default("1")
        @Min(0) @Max(1) @JsonPropertyDescription(
                "1, or 0 to stop the tessera and keep its state; 1 by default. kubectl scale changes it.")
        Integer replicas,

        @Default("{}") @JsonPropertyDescription("When the tessera is in the memory of a worker.")
        ActivationSpec activation,

        @Default("{}") @JsonPropertyDescription("When the state of the tessera is stored.")
        SnapshotsSpec snapshots,

        @Default("-1")
        @Min(-1) @Max(1_000_000) @JsonPropertyDescription(
                "How often the tessera restarts when its worker dies; -1, which is without limit, by default.")
        Integer maxRestarts) {
    public TesseraSpec {
        args = Values.list(args);
        resources = Objects.requireNonNullElse(resources, TesseraResources.NONE);
        replicas = Objects.requireNonNullElse(replicas, 1);
        activation = Objects.requireNonNullElse(activation, ActivationSpec.DEFAULT);
        snapshots = Objects.requireNonNullElse(snapshots, SnapshotsSpec.DEFAULT);
        maxRestarts = Objects.requireNonNullElse(maxRestarts, -1);
    }

    /**
     * In the place of one that cannot be read: of no class, and stopped. It has the name of the cluster where that can be read, since the
     * head of that cluster has to end it when it is deleted.
     */
    static TesseraSpec unreadable(JsonNode spec) {
        return new TesseraSpec(
                new ClusterReference(spec.at("/clusterRef/name").asText("")),
                "",
                new TesseraCode(List.of()),
                List.of(),
                TesseraResources.NONE,
                0,
                ActivationSpec.DEFAULT,
                SnapshotsSpec.DEFAULT,
                -1);
    }
}
