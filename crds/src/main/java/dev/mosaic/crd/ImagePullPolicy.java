package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The policies that determine when a node pulls the image from the registry. */
public enum ImagePullPolicy {
    /** The node checks the registry at every start of a container. */
    @JsonProperty("Always")
    ALWAYS,

    /** The node pulls the image only if it does not have it. */
    @JsonProperty("IfNotPresent")
    IF_NOT_PRESENT,

    /** The node never pulls the image. If the node does not have it, the pod does not start. */
    @JsonProperty("Never")
    NEVER
}
