package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A job in one word, for people; programs read the conditions. */
public enum JobPhase {
    /** It is not accepted, or was not seen yet. */
    @JsonProperty("Pending")
    PENDING,

    /** It waits: for its cluster, or until the next attempt is due. */
    @JsonProperty("Queued")
    QUEUED,

    /** Its pod is there, and main does not run yet. */
    @JsonProperty("Starting")
    STARTING,

    /** Main runs. */
    @JsonProperty("Running")
    RUNNING,

    /** Main ended with exit code 0. */
    @JsonProperty("Succeeded")
    SUCCEEDED,

    /** There is no further attempt; the condition Failed says why. */
    @JsonProperty("Failed")
    FAILED,

    /** Somebody holds it. */
    @JsonProperty("Suspended")
    SUSPENDED
}
