package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of a volume when its cluster is deleted. */
public enum DeletionPolicy {
    /** It is deleted, too. */
    @JsonProperty("Delete")
    DELETE,

    /** It stays, for a cluster of the same name or for somebody who deletes it. */
    @JsonProperty("Retain")
    RETAIN
}
