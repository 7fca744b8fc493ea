package dev.mosaic.mesh;

/**
 * What became of a message that was handed to a {@link Peer}. An expected result, not an exception: the sender decides
 * whether to wait, to drop or to tell its caller.
 *
 * <p>No constant carries data, so that sending allocates nothing.
 */
public enum Outcome {
    /**
     * Taken: written, or queued to be written in order. It arrives unless the link breaks; then {@link
     * Receiver#disconnected} comes, and whoever needs more sends again what was not confirmed.
     */
    SENT,
    /** The peer's queue is full and nothing was taken. {@link Receiver#writable} or {@link Receiver#disconnected} says when to try again. */
    BACK_PRESSURED,
    /** There is no link, and nobody dials one: the peer was closed, given up, or cannot be dialled from here. */
    GONE
}
