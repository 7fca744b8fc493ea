package dev.mosaic.operator.head;

import dev.mosaic.crd.MosaicCluster;

/** Where heads are found. */
interface Doors {
    /** What there is of a cluster just now. */
    Look of(MosaicCluster cluster);

    /** A door, or why there is none. */
    sealed interface Look {}

    record Found(Door door) implements Look {}

    record Closed(String why) implements Look {}
}
