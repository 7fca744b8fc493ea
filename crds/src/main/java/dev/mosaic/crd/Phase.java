package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The phase of a cluster: its state in one word, for people. Programs should read the conditions. */
public enum Phase {
    /** Its head is not ready yet. */
    @JsonProperty("Pending")
    PENDING,

    /** Its head is ready, pods are still missing. */
    @JsonProperty("Provisioning")
    PROVISIONING,

    /** The cluster is as its spec declares it. */
    @JsonProperty("Ready")
    READY,

    /** Pods are being replaced by pods of a new revision. */
    @JsonProperty("Updating")
    UPDATING,

    /** It was ready, and now something is missing. */
    @JsonProperty("Degraded")
    DEGRADED,

    /** The cluster cannot be created from its spec; the condition Accepted has the reason. */
    @JsonProperty("Failed")
    FAILED,

    /** The cluster is being suspended: its pods are ending. */
    @JsonProperty("Suspending")
    SUSPENDING,

    /** The cluster is suspended: it has no pods. */
    @JsonProperty("Suspended")
    SUSPENDED,

    /** It is being deleted. */
    @JsonProperty("Deleting")
    DELETING
}
