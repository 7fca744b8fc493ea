package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The head as it is. */
@Fields
public record HeadStatus(
        @JsonPropertyDescription("Its pod; absent while there is none.") @Nullable String podName,

        @JsonPropertyDescription("The Service in front of it.") @Nullable String serviceName,

        @Min(0) @JsonPropertyDescription("How many pods were made in place of one that had ended.")
        Integer restarts) {
    public HeadStatus {
        restarts = Objects.requireNonNullElse(restarts, 0);
    }
}
