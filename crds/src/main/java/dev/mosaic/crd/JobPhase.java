package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The phase of a job: its state in one word, for people. Programs should read the conditions. */
public enum JobPhase {
    /** The operator has not seen the job yet, or has not accepted it. */
    @JsonProperty("Pending")
    PENDING,

    /** It waits: for its cluster, or until the next attempt is due. */
    @JsonProperty("Queued")
    QUEUED,

    /** Its pod exists, and main does not run yet. */
    @JsonProperty("Starting")
    STARTING,

    /** Main runs. */
    @JsonProperty("Running")
    RUNNING,

    /** Main ended with exit code 0. */
    @JsonProperty("Succeeded")
    SUCCEEDED,

    /** There is no further attempt; the condition Failed has the reason. */
    @JsonProperty("Failed")
    FAILED,

    /** It is suspended. */
    @JsonProperty("Suspended")
    SUSPENDED
}
