package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The kinds of storage for the disk of the warehouse, its second tier. */
public enum DiskType {
    /** The disk of the node. Its content ends with the pod. */
    @JsonProperty("EmptyDir")
    EMPTY_DIR,

    /** A volume that outlives the pod and ends with the cluster. */
    @JsonProperty("PersistentVolume")
    PERSISTENT_VOLUME,

    /** No disk: the warehouse has no second tier. */
    @JsonProperty("None")
    NONE
}
