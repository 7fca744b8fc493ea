package dev.mosaic.operator.desired;

import java.util.Locale;

/** What a pod is in a cluster. */
public enum Role {
    /** Knows who belongs to the cluster and lets programs in. */
    HEAD,
    /** Home of all entries. */
    WAREHOUSE,
    /** Runs tesserae and tasks. */
    WORKER;

    /** As it stands in labels. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
