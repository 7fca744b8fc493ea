package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The modes that determine when the state of a {@link Tessera} is stored. */
public enum SnapshotMode {
    /** The state is stored before each reply to a call. */
    @JsonProperty("EveryCall")
    EVERY_CALL,

    /** The state is stored only before the tessera moves to another worker. */
    @JsonProperty("Drain")
    DRAIN,

    /** The state is stored at a fixed interval. */
    @JsonProperty("Interval")
    INTERVAL
}
