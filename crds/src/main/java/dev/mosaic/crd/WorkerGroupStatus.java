package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One group of a cluster as it is. */
@Fields
public record WorkerGroupStatus(
        @Required @JsonPropertyDescription("Name of the group.")
        String name,

        @Min(0) @JsonPropertyDescription("How many pods there should be.")
        Integer desired,

        @Min(0) @JsonPropertyDescription("How many pods are ready.")
        Integer ready,

        @JsonPropertyDescription(
                "What pods that are not ready wait for, in the words of the scheduler of Kubernetes or of the kubelet.")
        @Nullable String message) {
    public WorkerGroupStatus {
        desired = Objects.requireNonNullElse(desired, 0);
        ready = Objects.requireNonNullElse(ready, 0);
    }
}
