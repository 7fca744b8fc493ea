package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The status of one worker group in the status of a cluster. */
@Fields
public record WorkerGroupStatus(
        @Required @JsonPropertyDescription("Name of the group.")
        String name,

        @Min(0) @JsonPropertyDescription("Desired number of pods.")
        Integer desired,

        @Min(0) @JsonPropertyDescription("Number of ready pods.")
        Integer ready,

        @JsonPropertyDescription(
                "What the pods that are not ready wait for, as reported by the scheduler of Kubernetes or by the kubelet.")
        @Nullable String message) {
    public WorkerGroupStatus {
        desired = Objects.requireNonNullElse(desired, 0);
        ready = Objects.requireNonNullElse(ready, 0);
    }
}
