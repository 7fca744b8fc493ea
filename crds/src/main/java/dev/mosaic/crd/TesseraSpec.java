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

/** What is to be kept and served. */
@Fields
@JsonClassDescription("What is to be kept and served.")
public record TesseraSpec(
        @Required
        @ValidationRule(
                value = "self == oldSelf",
                message = "clusterRef cannot change: the state is in that cluster; make another tessera")
        @JsonPropertyDescription("The cluster that keeps it. It cannot change.")
        ClusterReference clusterRef,

        @Required
        @Size(min = 1, max = 512) @ValidationRule(
                value = "self.matches('^([A-Za-z_$][A-Za-z0-9_$]*[.])*[A-Za-z_$][A-Za-z0-9_$]*$')",
                message = "write the class with its package, such as com.example.Counter")
        @JsonPropertyDescription(
                "The class, such as com.example.Counter; its state outlives workers where it implements dev.mosaic.Snapshot.")
        String className,

        @Required
        @JsonPropertyDescription("Where the class is. Other code takes the place of the old with the state of the old.")
        TesseraCode code,

        @Size(max = 64) @JsonPropertyDescription(
                "Arguments of its constructor, in order, as anything that JSON can say; 64 KiB at most.")
        List<JsonNode> args,

        @Default("{}") @JsonPropertyDescription("What it takes where it lives. Nothing by default.")
        TesseraResources resources,

        @SpecReplicas
        @Default("1")
        @Min(0) @Max(1) @JsonPropertyDescription("1, or 0 for stopped with its state kept; 1 by default. kubectl scale writes it.")
        Integer replicas,

        @Default("{}") @JsonPropertyDescription("When it is in memory.")
        ActivationSpec activation,

        @Default("{}") @JsonPropertyDescription("When its state is kept.")
        SnapshotsSpec snapshots,

        @Default("-1")
        @Min(-1) @Max(1_000_000) @JsonPropertyDescription("How often it is made again when its worker dies; -1, without limit, by default.")
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
