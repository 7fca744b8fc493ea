package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if the worker of a call was drained, and the tessera could not move to another worker or finish the call in time. */
public final class WorkerDrainedException extends WorkerLostException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-014";

    public WorkerDrainedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
