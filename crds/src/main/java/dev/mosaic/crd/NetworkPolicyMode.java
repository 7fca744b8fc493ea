package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The modes of the NetworkPolicy: which traffic of the pods is allowed. It has an effect only if the network of Kubernetes enforces policies. */
public enum NetworkPolicyMode {
    /** In: the mesh from pods of the cluster, gateway and http from everywhere. Out: everything. */
    @JsonProperty("Baseline")
    BASELINE,

    /** In: as Baseline. Out: the mesh, DNS and the object store. */
    @JsonProperty("Strict")
    STRICT,

    /** There is no policy. */
    @JsonProperty("Disabled")
    DISABLED
}
