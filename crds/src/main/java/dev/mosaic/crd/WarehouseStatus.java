package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;

/** The status of the warehouse. */
@Fields
public record WarehouseStatus(
        @Min(0) @JsonPropertyDescription("Number of pods of the warehouse.")
        Integer replicas,

        @Min(0) @JsonPropertyDescription("Number of pods of the warehouse that are ready.")
        Integer readyReplicas) {
    public WarehouseStatus {
        replicas = Objects.requireNonNullElse(replicas, 0);
        readyReplicas = Objects.requireNonNullElse(readyReplicas, 0);
    }
}
