package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of a job's own cluster. */
public enum CleanupPolicy {
    /** It is deleted as soon as the job has ended. */
    @JsonProperty("Delete")
    DELETE,

    /** It stays until the job is deleted. */
    @JsonProperty("Keep")
    KEEP
}
