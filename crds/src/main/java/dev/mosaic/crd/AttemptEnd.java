package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Set;

/** The reasons why an attempt of a job ended. */
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

    /** An artifact could not be fetched, or its SHA-256 differs from {@code sha256}. */
    @JsonProperty("ArtifactFailed")
    ARTIFACT_FAILED,

    /** Main failed, and its cluster had ended or was ending. */
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

    /** The node did not admit the pod: the resources that the scheduler had found were not free any more. */
    @JsonProperty("NotAdmitted")
    NOT_ADMITTED,

    /** The pod was deleted by a client. */
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

    /** Whether this end counts as a failure of the program, unless a rule states otherwise. */
    public boolean isOwnFault() {
        return this != SUCCEEDED && !NOT_ITS_FAULT.contains(this);
    }
}
