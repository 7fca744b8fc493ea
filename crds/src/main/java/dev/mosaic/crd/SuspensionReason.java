package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a cluster is suspended. */
public enum SuspensionReason {
    /** Its spec says so. */
    @JsonProperty("Requested")
    REQUESTED,

    /** Nobody used it for as long as its spec says. */
    @JsonEnumDefaultValue // what another version of the operator calls in another way: it rests until somebody says
    // otherwise
    @JsonProperty("Idle")
    IDLE
}
