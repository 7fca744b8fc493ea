package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A cluster in one word, for people; programs read the conditions. */
public enum Phase {
    /** Its head is not ready yet. */
    @JsonProperty("Pending")
    PENDING,

    /** Its head is ready, pods are still missing. */
    @JsonProperty("Provisioning")
    PROVISIONING,

    /** All is as declared. */
    @JsonProperty("Ready")
    READY,

    /** Pods are being replaced by such of a new revision. */
    @JsonProperty("Updating")
    UPDATING,

    /** It was ready, and now something is missing. */
    @JsonProperty("Degraded")
    DEGRADED,

    /** The spec cannot be made true; the condition Accepted says why. */
    @JsonProperty("Failed")
    FAILED,

    /** Its pods go, because it is to rest. */
    @JsonProperty("Suspending")
    SUSPENDING,

    /** It rests: it has no pods. */
    @JsonProperty("Suspended")
    SUSPENDED,

    /** It is being deleted. */
    @JsonProperty("Deleting")
    DELETING
}
