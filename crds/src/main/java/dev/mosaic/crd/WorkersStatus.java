package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;

/** The worker pods of all groups as they are. */
@Fields
public record WorkersStatus(
        @Min(0) @JsonPropertyDescription("How many pods there should be.")
        Integer desired,

        @Min(0) @JsonPropertyDescription("How many pods are ready.")
        Integer ready,

        @Min(0) @JsonPropertyDescription("How many devices, such as GPUs, the ready pods have.")
        Integer accelerators) {
    public WorkersStatus {
        desired = Objects.requireNonNullElse(desired, 0);
        ready = Objects.requireNonNullElse(ready, 0);
        accelerators = Objects.requireNonNullElse(accelerators, 0);
    }
}
