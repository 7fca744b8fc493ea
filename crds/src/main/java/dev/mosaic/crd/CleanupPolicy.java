package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The possible treatments of a job's own cluster after the end of the job. */
public enum CleanupPolicy {
    /** The cluster is deleted as soon as the job has ended. */
    @JsonProperty("Delete")
    DELETE,

    /** The cluster stays until the job is deleted. */
    @JsonProperty("Keep")
    KEEP
}
