package dev.mosaic.kubernetes;

import java.util.Optional;

/**
 * Names clusters on Kubernetes, for programs outside of it: {@code Mosaic.connect(Kubernetes.cluster("default", "demo"))}.
 *
 * <p>Connecting takes what {@code kubectl} takes: the files in {@code KUBECONFIG}, or {@code ~/.kube/config}. It reads the Secret with the
 * cluster's keys, unless the options give a folder with them, and forwards a port of this machine to the gateway in the head's pod. That
 * needs the rights to {@code get} the Secret, to {@code get}, {@code list} and {@code watch} pods, and to {@code create} their
 * {@code portforward}.
 */
public final class Kubernetes {
    private Kubernetes() {}

    /**
     * The address of a cluster, {@code kubernetes://namespace/name}, which {@code MOSAIC_ADDRESS} can hold as well.
     *
     * @throws dev.mosaic.InvalidOptionException where that is no name of Kubernetes
     */
    public static String cluster(String namespace, String name) {
        return new ClusterAddress(Optional.of(namespace), name, Optional.empty()).toString();
    }

    /** {@link #cluster(String, String)} by another context of the kubeconfig than its current one. */
    public static String cluster(String namespace, String name, String context) {
        return new ClusterAddress(Optional.of(namespace), name, Optional.of(context)).toString();
    }
}
