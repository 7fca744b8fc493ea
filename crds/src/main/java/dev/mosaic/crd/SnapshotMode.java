package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** When the state of a {@link Tessera} is kept. */
public enum SnapshotMode {
    /** Before each reply. */
    @JsonProperty("EveryCall")
    EVERY_CALL,

    /** Before it moves. */
    @JsonProperty("Drain")
    DRAIN,

    /** Now and then. */
    @JsonProperty("Interval")
    INTERVAL
}
