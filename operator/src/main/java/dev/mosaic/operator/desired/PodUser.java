package dev.mosaic.operator.desired;

/**
 * As whom the processes of a cluster's pods run. It is the operator's own and no part of a revision: pods that are there stay.
 *
 * @param isFixed whether the pods say a user and groups, those that the image knows. Otherwise they say none, and the platform chooses, as
 *     OpenShift does by the SecurityContextConstraints restricted-v2; some user that is not root it has to be
 */
public record PodUser(boolean isFixed) {
    /** The user that the image knows, and its group. */
    static final long ID = 65_532;

    /** Of an operator that is told nothing. */
    public static final PodUser FIXED = new PodUser(true);
}
