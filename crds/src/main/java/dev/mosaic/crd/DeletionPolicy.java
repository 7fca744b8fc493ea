package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The possible treatments of a volume when its cluster is deleted. */
public enum DeletionPolicy {
    /** The volume is deleted, too. */
    @JsonProperty("Delete")
    DELETE,

    /** The volume stays until you delete it. A cluster with the same name can use it again. */
    @JsonProperty("Retain")
    RETAIN
}
