package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A {@link Tessera} in one word, for people; programs read the conditions. */
public enum TesseraPhase {
    /** It is being made, or waits for a head or a place. */
    @JsonProperty("Pending")
    PENDING,

    /** It is not in memory; a call brings it. */
    @JsonProperty("Passive")
    PASSIVE,

    @JsonProperty("Running")
    RUNNING,

    /** It is on its way to another worker. */
    @JsonProperty("Moving")
    MOVING,

    /** It cannot be made as it is declared. */
    @JsonProperty("Failed")
    FAILED,

    /** It is stopped, or its cluster is. */
    @JsonProperty("Suspended")
    SUSPENDED
}
