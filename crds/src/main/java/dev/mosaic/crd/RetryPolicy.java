package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The policies that determine on which cluster the next attempt of a job runs. */
public enum RetryPolicy {
    /** The next attempt runs on the cluster of the previous attempt. */
    @JsonProperty("SameCluster")
    SAME_CLUSTER,

    /** The next attempt runs on a new cluster, created from the {@code clusterTemplate} of the job. */
    @JsonProperty("NewCluster")
    NEW_CLUSTER
}
