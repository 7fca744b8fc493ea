package dev.mosaic.mesh.socket;

/** The two lanes to a peer. */
enum LaneKind {
    /** Small messages, in order. */
    CONTROL,
    /** Large messages, on a link of their own so that they hold up no small one. */
    BULK
}
