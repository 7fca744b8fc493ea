package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The possible actions for an idle cluster. */
public enum IdleAction {
    /** Nothing happens, except that the condition Idle is set. */
    @JsonProperty("None")
    NONE,

    /** The cluster is suspended: its pods end until it is resumed. */
    @JsonProperty("Suspend")
    SUSPEND,

    /** The cluster is deleted with all that it owns. */
    @JsonProperty("Delete")
    DELETE
}
