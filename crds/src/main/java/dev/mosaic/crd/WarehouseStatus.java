package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;

/** The warehouse as it is. */
@Fields
public record WarehouseStatus(
        @Min(0) @JsonPropertyDescription("How many pods there are.")
        Integer replicas,

        @Min(0) @JsonPropertyDescription("How many of them are ready.")
        Integer readyReplicas) {
    public WarehouseStatus {
        replicas = Objects.requireNonNullElse(replicas, 0);
        readyReplicas = Objects.requireNonNullElse(readyReplicas, 0);
    }
}
