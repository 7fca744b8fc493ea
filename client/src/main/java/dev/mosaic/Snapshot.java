package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Implemented by the class of a tessera whose state is kept: when it restarts after the death of its worker ({@link
 * TesseraOptions#maxRestarts}), when it is passivated, and when it moves from a worker that is drained.
 *
 * <p>On a restart the constructor runs first, with the same arguments, and then {@link #restore}, if there is a snapshot. So let the
 * constructor open files and other things that cannot be serialized, and let the state be only what calls have changed.
 *
 * <p><b>Threading:</b> both methods run like a call: no other call runs meanwhile. <b>Cost:</b> the state is serialized before the next call starts; the
 * warehouse keeps the last one. {@link Snapshots} says when. <b>Failure:</b> if {@code snapshot} throws, the calls whose effect it was to
 * keep fail with {@link DurabilityUnavailableException}; if {@code restore} throws, that restart has failed, and the next one is tried.
 *
 * @param <S> the type of the state, which must be serializable
 */
public interface Snapshot<S extends @Nullable Object> {
    /** Returns the current state. */
    S snapshot();

    /** Sets the state to one that {@link #snapshot} returned before. */
    void restore(S state);
}
