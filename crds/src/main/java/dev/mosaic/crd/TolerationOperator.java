package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The ways in which a toleration is compared with a taint. */
public enum TolerationOperator {
    /** The taint exists, with any value. */
    @JsonProperty("Exists")
    EXISTS,

    /** The taint has the value. */
    @JsonProperty("Equal")
    EQUAL
}
