package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is behind the second tier of the warehouse. */
public enum DiskType {
    /** Disk of the node, which ends with the pod. */
    @JsonProperty("EmptyDir")
    EMPTY_DIR,

    /** A volume that outlives the pod and ends with the cluster. */
    @JsonProperty("PersistentVolume")
    PERSISTENT_VOLUME,

    /** There is no second tier. */
    @JsonProperty("None")
    NONE
}
