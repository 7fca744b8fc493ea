package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** When a node asks the registry for the image. */
public enum ImagePullPolicy {
    /** At every start of a container. */
    @JsonProperty("Always")
    ALWAYS,

    /** Where the node does not have it. */
    @JsonProperty("IfNotPresent")
    IF_NOT_PRESENT,

    /** The node has it, or the pod does not start. */
    @JsonProperty("Never")
    NEVER
}
