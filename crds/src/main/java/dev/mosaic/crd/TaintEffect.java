package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The effects of a taint on pods that do not tolerate it. */
public enum TaintEffect {
    /** They are not placed on the node. */
    @JsonProperty("NoSchedule")
    NO_SCHEDULE,

    /** They are placed there if there is no other node. */
    @JsonProperty("PreferNoSchedule")
    PREFER_NO_SCHEDULE,

    /** They are not placed there, and those that run there end. */
    @JsonProperty("NoExecute")
    NO_EXECUTE
}
