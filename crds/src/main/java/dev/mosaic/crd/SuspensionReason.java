package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a cluster is suspended. */
public enum SuspensionReason {
    /** Its spec says so. */
    @JsonProperty("Requested")
    REQUESTED,

    /** Nobody used it for as long as its spec says. */
    @JsonProperty("Idle")
    IDLE
}
