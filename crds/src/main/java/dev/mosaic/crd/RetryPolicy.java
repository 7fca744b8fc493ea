package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where the next attempt runs. */
public enum RetryPolicy {
    /** On the cluster of the one before. */
    @JsonProperty("SameCluster")
    SAME_CLUSTER,

    /** On one that is made anew from the job's clusterTemplate. */
    @JsonProperty("NewCluster")
    NEW_CLUSTER
}
