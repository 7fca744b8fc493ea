package dev.mosaic.headapi;

/** Labels on Kubernetes by which the pods of a cluster are found. */
public final class ClusterLabels {
    /** The name of the cluster. */
    public static final String CLUSTER = "mosaic.dev/cluster";

    /** Head, warehouse or worker. */
    public static final String ROLE = "mosaic.dev/role";

    /** The job of which a pod or a cluster is. */
    public static final String JOB = "mosaic.dev/job";

    private ClusterLabels() {}
}
