package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.Objects;

/** The settings for what happens to a job's own cluster at the end of the job. */
@Fields
public record CleanupSpec(
        @Default("Delete")
        @JsonPropertyDescription(
                "What happens to the cluster when the job has succeeded: Delete or Keep; Delete by default.")
        CleanupPolicy onSuccess,

        @Default("Delete")
        @JsonPropertyDescription(
                "What happens to the cluster when the job has failed: Delete or Keep; Delete by default.")
        CleanupPolicy onFailure) {
    /** All fields have their defaults. */
    public static final CleanupSpec DEFAULT = new CleanupSpec(CleanupPolicy.DELETE, CleanupPolicy.DELETE);

    public CleanupSpec {
        onSuccess = Objects.requireNonNullElse(onSuccess, CleanupPolicy.DELETE);
        onFailure = Objects.requireNonNullElse(onFailure, CleanupPolicy.DELETE);
    }
}
