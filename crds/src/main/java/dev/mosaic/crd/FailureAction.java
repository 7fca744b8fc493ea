package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What follows from an attempt that failed. */
public enum FailureAction {
    /** Another attempt, which counts against backoffLimit. */
    @JsonProperty("Retry")
    RETRY,

    /** Another attempt, as if this one had not been. */
    @JsonProperty("RetryWithoutCounting")
    RETRY_WITHOUT_COUNTING,

    /** The job has failed. */
    @JsonProperty("Fail")
    FAIL
}
