package dev.mosaic.crd;

/** Regular expressions, the rules that say them in words, and limits that several fields share. */
final class Patterns {
    /** As long as leaves room for {@code -<group>-<suffix>} in the name of a pod. */
    static final String CLUSTER_NAME = "^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$";

    static final String GROUP_NAME = "^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$";

    /** As long as leaves room for {@code -<attempt>} in the name of its own cluster. */
    static final String JOB_NAME = "^[a-z]([-a-z0-9]{0,34}[a-z0-9])?$";

    /** RFC 1123, with dots. */
    static final String OBJECT_NAME = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

    /** Hours, minutes, seconds, in that order. */
    static final String DURATION = "^([0-9]{1,4}h)?([0-9]{1,5}m)?([0-9]{1,6}s)?$";

    static final String IS_GROUP_NAME = "self.matches('" + GROUP_NAME + "')";
    static final String IS_OBJECT_NAME = "self.matches('" + OBJECT_NAME + "')";
    static final String IS_DURATION = "self.matches('" + DURATION + "')";

    static final String GROUP_NAME_IN_WORDS =
            "a group's name has at most 20 characters: small letters, digits and '-', the first a letter, the last no '-'; names of pods have it in them";
    static final String OBJECT_NAME_IN_WORDS =
            "write the name of an object in the same namespace: small letters, digits, '-' and '.'";
    static final String DURATION_IN_WORDS = "write a duration in hours, minutes and seconds, such as 90s, 5m or 1h30m";

    static final int MAX_REPLICAS = 10_000;

    private Patterns() {}
}
