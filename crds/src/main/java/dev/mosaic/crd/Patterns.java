package dev.mosaic.crd;

/** Regular expressions and limits that several fields share, as the API server checks them. */
final class Patterns {
    /** As long as leaves room for {@code -<group>-<suffix>} in the name of a pod. */
    static final String CLUSTER_NAME = "^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$";

    static final String GROUP_NAME = "^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$";

    static final String GROUP_NAME_IN_WORDS =
            "a group's name has at most 20 characters: small letters, digits and '-', the first a letter, the last no '-'; names of pods have it in them";

    /** RFC 1123, with dots. */
    static final String OBJECT_NAME = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

    /** Hours, minutes, seconds, in that order. */
    static final String DURATION = "^([0-9]{1,4}h)?([0-9]{1,5}m)?([0-9]{1,6}s)?$";

    static final int MAX_REPLICAS = 10_000;

    private Patterns() {}
}
