package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A class of tesserae that can give its state and take it back: when its worker dies and it may be made again, see {@link
 * TesseraOptions#maxRestarts}, and when it moves from a worker that is to end.
 *
 * <p>The object is made by its constructor first, from the same arguments, and then {@link #restore} is called; so the constructor
 * opens what cannot travel, and the state is only what calls have changed. Where there was no snapshot yet, {@code restore} is not
 * called.
 *
 * <p><b>Threading:</b> as a call: no other runs at that time, and each sees what those before wrote. <b>Cost:</b> what {@link #snapshot}
 * gives is encoded before the next call starts, and kept by the warehouse, the last one only; see {@link Snapshots} for when.
 * <b>Failure:</b> where {@code snapshot} throws, calls whose effect it was to keep fail with {@link DurabilityUnavailableException};
 * where {@code restore} throws, that restart has failed, and the next one is tried.
 *
 * @param <S> the state: anything that may be an argument
 */
public interface Snapshot<S extends @Nullable Object> {
    /** The state as it is now. */
    S snapshot();

    /** Takes the state over that an earlier life gave. */
    void restore(S state);
}
