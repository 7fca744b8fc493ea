package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How the head can be reached. */
public enum ServiceType {
    /** From inside of the cluster, or by port-forward. */
    @JsonProperty("ClusterIP")
    CLUSTER_IP,

    /** At a port of each node. */
    @JsonProperty("NodePort")
    NODE_PORT,

    /** At an address of its own, from whoever provides the nodes. */
    @JsonProperty("LoadBalancer")
    LOAD_BALANCER
}
