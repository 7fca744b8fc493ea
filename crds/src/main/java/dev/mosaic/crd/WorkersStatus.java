package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;

/** The status of the worker pods of all groups. */
@Fields
public record WorkersStatus(
        @Min(0) @JsonPropertyDescription("Desired number of pods.")
        Integer desired,

        @Min(0) @JsonPropertyDescription("Number of ready pods.")
        Integer ready,

        @Min(0) @JsonPropertyDescription("Number of devices, such as GPUs, of the ready pods.")
        Integer accelerators) {
    public WorkersStatus {
        desired = Objects.requireNonNullElse(desired, 0);
        ready = Objects.requireNonNullElse(ready, 0);
        accelerators = Objects.requireNonNullElse(accelerators, 0);
    }
}
