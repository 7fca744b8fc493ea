package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A mode that determines when a {@link Tessera} is created in a worker. */
public enum ActivationMode {
    /** The tessera is created at once. */
    @JsonProperty("Eager")
    EAGER,

    /** The tessera is created at the first call. */
    @JsonProperty("OnDemand")
    ON_DEMAND
}
