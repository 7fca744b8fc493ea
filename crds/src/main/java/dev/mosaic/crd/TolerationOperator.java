package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a toleration compares. */
public enum TolerationOperator {
    /** The taint is there, with any value. */
    @JsonProperty("Exists")
    EXISTS,

    /** The taint has the value. */
    @JsonProperty("Equal")
    EQUAL
}
