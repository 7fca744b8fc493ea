package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The reasons why a cluster is suspended. */
public enum SuspensionReason {
    /** The spec of the cluster requests it. */
    @JsonProperty("Requested")
    REQUESTED,

    /** It was idle for the time in its spec. */
    @JsonEnumDefaultValue // what another version of the operator calls in another way: it rests until somebody says
    // otherwise
    @JsonProperty("Idle")
    IDLE
}
