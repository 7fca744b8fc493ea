package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The possible reactions to a failed attempt of a job. */
public enum FailureAction {
    /** Another attempt is made. The failed one counts against {@code backoffLimit}. */
    @JsonProperty("Retry")
    RETRY,

    /** Another attempt is made. The failed one does not count against {@code backoffLimit}. */
    @JsonProperty("RetryWithoutCounting")
    RETRY_WITHOUT_COUNTING,

    /** The job fails. */
    @JsonProperty("Fail")
    FAIL
}
