package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The phase of a {@link Tessera}: its state in one word, for people. Programs should read the conditions. */
public enum TesseraPhase {
    /** The tessera is being created, or waits for the head or for a worker. */
    @JsonProperty("Pending")
    PENDING,

    /** The tessera is not in memory; the next call activates it. */
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

    /** The tessera is stopped, or its cluster is suspended. */
    @JsonProperty("Suspended")
    SUSPENDED
}
