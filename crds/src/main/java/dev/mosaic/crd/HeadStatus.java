package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The status of the head. */
@Fields
public record HeadStatus(
        @JsonPropertyDescription("Name of the head's pod; absent while there is none.") @Nullable String podName,

        @JsonPropertyDescription("Name of the Service of the head.") @Nullable String serviceName,

        @Min(0) @JsonPropertyDescription("How often the head's pod was replaced because it had ended.")
        Integer restarts) {
    public HeadStatus {
        restarts = Objects.requireNonNullElse(restarts, 0);
    }
}
