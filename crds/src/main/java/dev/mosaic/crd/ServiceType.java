package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The types of the Service of the head: from where the head can be reached. */
public enum ServiceType {
    /** From inside of the cluster, or by port-forward. */
    @JsonProperty("ClusterIP")
    CLUSTER_IP,

    /** At a port of each node. */
    @JsonProperty("NodePort")
    NODE_PORT,

    /** At an external address, from the provider of the nodes. */
    @JsonProperty("LoadBalancer")
    LOAD_BALANCER
}
