package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Set;

/** Why an attempt ended. */
public enum AttemptEnd {
    /** Main ended with exit code 0. */
    @JsonProperty("Succeeded")
    SUCCEEDED,

    /** Main ended with another exit code. */
    @JsonProperty("ApplicationFailed")
    APPLICATION_FAILED,

    /** The kernel ended main at the container's limit of memory. */
    @JsonProperty("OutOfMemory")
    OUT_OF_MEMORY,

    /** An artifact could not be fetched, or is not what its sha256 says. */
    @JsonProperty("ArtifactFailed")
    ARTIFACT_FAILED,

    /** Main failed, and its cluster was gone or going. */
    @JsonProperty("ClusterFailed")
    CLUSTER_FAILED,

    /** Pods of a higher priority took its place. */
    @JsonProperty("Preempted")
    PREEMPTED,

    /** It was evicted: a node was emptied, or lacked memory or disk. */
    @JsonProperty("Evicted")
    EVICTED,

    /** Its node is gone or does not answer. */
    @JsonProperty("NodeLost")
    NODE_LOST,

    /** The node did not take it: what the scheduler promised was not there any more. */
    @JsonProperty("NotAdmitted")
    NOT_ADMITTED,

    /** Somebody deleted the pod. */
    @JsonEnumDefaultValue // what another version of the operator calls in another way: neither a success nor a failure
    // of main
    @JsonProperty("Deleted")
    DELETED,

    /** The job was suspended. */
    @JsonProperty("Suspended")
    SUSPENDED,

    /** It was stopped at the job's startDeadline. */
    @JsonProperty("StartDeadlineExceeded")
    START_DEADLINE_EXCEEDED,

    /** It was stopped at the job's activeDeadline. */
    @JsonProperty("ActiveDeadlineExceeded")
    ACTIVE_DEADLINE_EXCEEDED;

    private static final Set<AttemptEnd> NOT_ITS_FAULT =
            Set.of(PREEMPTED, EVICTED, NODE_LOST, NOT_ADMITTED, DELETED, SUSPENDED);

    /** Whether it is a failure of the program, unless a rule says another thing. */
    public boolean isOwnFault() {
        return this != SUCCEEDED && !NOT_ITS_FAULT.contains(this);
    }
}
