package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The worker of a call was drained, the tessera could not move to another worker, and its time was over. */
public final class WorkerDrainedException extends WorkerLostException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-014";

    public WorkerDrainedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
