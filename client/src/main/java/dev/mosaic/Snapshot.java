package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * An interface for the class of a tessera that keeps its state in three cases: when the tessera restarts after its worker died ({@link
 * TesseraOptions#maxRestarts}), when it is passivated, and when it moves from a worker that is drained.
 *
 * <p>On a restart the constructor runs first, with the same arguments, and then {@link #restore}, if there is a snapshot. So open
 * files and other things that cannot be serialized in the constructor, and put into the state only what calls have changed.
 *
 * <p><b>Threading:</b> both methods run like a call: no other call runs meanwhile. <b>Cost:</b> the state is serialized before the next call starts; the
 * warehouse keeps the last state. {@link Snapshots} sets when. <b>Failure:</b> if {@code snapshot} throws, the calls whose changes the state would
 * contain fail with {@link DurabilityUnavailableException}. If {@code restore} throws, this restart has failed, and the next one is tried.
 *
 * @param <S> the type of the state, which must be serializable
 */
public interface Snapshot<S extends @Nullable Object> {
    /** Returns the current state. */
    S snapshot();

    /** Sets the state of the object to a state that {@link #snapshot} returned before. */
    void restore(S state);
}
