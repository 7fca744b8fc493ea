package dev.mosaic.mesh.memory;

/** The two ways to a peer, between which there is no order. */
enum Lane {
    CONTROL,
    BULK
}
