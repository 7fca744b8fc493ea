package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
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
    @JsonEnumDefaultValue // what another version of the operator calls in another way
    @JsonProperty("Unknown")
    UNKNOWN
}
