package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** When a {@link Tessera} is made. */
public enum ActivationMode {
    /** At once. */
    @JsonProperty("Eager")
    EAGER,

    /** With the first call. */
    @JsonProperty("OnDemand")
    ON_DEMAND
}
