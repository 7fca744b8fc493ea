package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a condition is so. */
public enum ConditionStatus {
    /** It is so. */
    @JsonProperty("True")
    TRUE,

    /** It is not so. */
    @JsonProperty("False")
    FALSE,

    /** Nobody knows yet. */
    @JsonProperty("Unknown")
    UNKNOWN
}
