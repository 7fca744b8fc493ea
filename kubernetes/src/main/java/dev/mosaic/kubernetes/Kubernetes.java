package dev.mosaic.kubernetes;

import java.util.Optional;

/**
 * Static methods that make addresses of clusters on Kubernetes, for programs outside Kubernetes: {@code
 * Mosaic.connect(Kubernetes.cluster("default", "demo"))}.
 *
 * <p>Connecting uses the same files as {@code kubectl}: those in {@code KUBECONFIG}, or {@code ~/.kube/config}. It reads the Secret with the
 * cluster's keys, unless the options give a folder with them, and forwards a port of this machine to the gateway in the head's pod. That
 * needs the rights to {@code get} the Secret, to {@code get}, {@code list} and {@code watch} pods, and to {@code create} their
 * {@code portforward}.
 */
public final class Kubernetes {
    private Kubernetes() {}

    /**
     * Returns the address of a cluster, {@code kubernetes://namespace/name}. The variable {@code MOSAIC_ADDRESS} can have such an address, too.
     *
     * @throws dev.mosaic.InvalidOptionException if an argument is not a valid name in Kubernetes
     */
    public static String cluster(String namespace, String name) {
        return new ClusterAddress(Optional.of(namespace), name, Optional.empty()).toString();
    }

    /** {@link #cluster(String, String)} with a context of the kubeconfig that is not the current one. */
    public static String cluster(String namespace, String name, String context) {
        return new ClusterAddress(Optional.of(namespace), name, Optional.of(context)).toString();
    }
}
