package dev.mosaic.serve.worker;

import org.jspecify.annotations.Nullable;

/** What is kept of a served tessera: the state of the user's object, and the replies that may be asked for again. */
final class ServedState {
    /** False where the user's class has no state that it gives. */
    final boolean has;

    /** What its {@link dev.mosaic.Snapshot} gave. */
    final @Nullable Object state;

    /** As {@link KeptReplies} writes them. */
    final byte[] replies;

    ServedState(boolean has, @Nullable Object state, byte[] replies) {
        this.has = has;
        this.state = state;
        this.replies = replies;
    }
}
