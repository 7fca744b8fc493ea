package dev.mosaic.mesh;

/**
 * What a mesh tells its owner. Implementations are quick and never block: they run where the bytes were read.
 *
 * <p><b>Threading:</b> calls for the control lane come one at a time, from whichever thread carries the mesh at that
 * moment; calls for messages of the bulk lane come one at a time as well, but beside the former. <b>Failure:</b> an
 * exception out of {@code received} ends the link it came from, with one log line.
 */
public interface Receiver {
    /** A message arrived. Messages of one peer and one lane come in the order they were sent. */
    void received(Peer from, Incoming message);

    /** A link to the peer is up; on the control lane only, and before any message of it. */
    default void connected(Peer peer) {}

    /**
     * The peer's control link is down. What was queued or on its way may be lost. The mesh dials again by itself where it
     * knows an endpoint; {@link Peer#state} tells. Also called, with that state {@code GONE}, when a dial was given up.
     *
     * @param reason for a log line
     */
    default void disconnected(Peer peer, String reason) {}

    /** A queue that answered {@link Outcome#BACK_PRESSURED} is half empty again. Where its link was lost, {@link #disconnected} says so instead. */
    default void writable(Peer peer) {}
}
