package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The status of a {@link Condition}. */
public enum ConditionStatus {
    /** The condition holds. */
    @JsonProperty("True")
    TRUE,

    /** The condition does not hold. */
    @JsonProperty("False")
    FALSE,

    /** It is not known yet whether the condition holds. */
    @JsonEnumDefaultValue // what another version of the operator calls in another way
    @JsonProperty("Unknown")
    UNKNOWN
}
