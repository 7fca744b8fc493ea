package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of a cluster that nobody uses. */
public enum IdleAction {
    /** Nothing; the condition Idle says it. */
    @JsonProperty("None")
    NONE,

    /** Its pods go, until somebody resumes it. */
    @JsonProperty("Suspend")
    SUSPEND,

    /** It is deleted with all that it owns. */
    @JsonProperty("Delete")
    DELETE
}
