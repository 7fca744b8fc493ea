package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.Objects;

/** What becomes of the job's own cluster at the end. */
@Fields
public record CleanupSpec(
        @Default("Delete") @JsonPropertyDescription("When the job has succeeded; Delete by default.")
        CleanupPolicy onSuccess,

        @Default("Delete") @JsonPropertyDescription("When the job has failed; Delete by default.")
        CleanupPolicy onFailure) {
    /** Nothing is said. */
    public static final CleanupSpec DEFAULT = new CleanupSpec(CleanupPolicy.DELETE, CleanupPolicy.DELETE);

    public CleanupSpec {
        onSuccess = Objects.requireNonNullElse(onSuccess, CleanupPolicy.DELETE);
        onFailure = Objects.requireNonNullElse(onFailure, CleanupPolicy.DELETE);
    }
}
